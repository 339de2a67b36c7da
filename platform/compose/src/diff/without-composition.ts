import { SITE_CONFIG_ID } from '@site/shared/site-config'

const DATA = /(<script type="application\/json" id="([\w-]+)">)([^<]*)(<\/script>)/g
/** By package, in the configuration of a page. */
const BY_PACKAGE = ['remotes', 'files']

/**
 * A page's source without what every composition says anew: its number, and which files the packages have whose page it is
 * not. They stand in the document's blocks of data alone, and are taken out by name, so that nothing else can hide there.
 */
export function withoutComposition(html: string, own: readonly string[]): string {
  return html.replace(DATA, (whole, start: string, id: string, json: string, end: string) => {
    const data = parseObject(json)
    if (!data) return whole
    const { composition: _, ...rest } = data
    if (id !== SITE_CONFIG_ID) return start + JSON.stringify(rest) + end
    const config = Object.entries(rest).map(([name, value]) => [
      name,
      BY_PACKAGE.includes(name) ? pick(value, own) : value,
    ])
    return start + JSON.stringify(Object.fromEntries(config)) + end
  })
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => names.includes(name)))
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
