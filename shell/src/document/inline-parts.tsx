import { LAYERS } from './document'
import { renderToHtml } from './render-to-html'
import { SCRIPT_POLICY } from './script-policy'
import { STARTER } from './starter'

/**
 * Everything that documents have inline; the build lists its digests in `release.json`, and nothing else may run.
 * Renders a form to find what React adds by itself.
 */
export async function inlineParts(): Promise<{ scripts: string[]; beforeStyles: string; formAction: string }> {
  const { body } = await renderToHtml(<form action={() => {}} />)
  const scripts = [...body.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const formAction = /<form action="(javascript:[^"]*)"/.exec(body)?.[1]?.replaceAll('&#x27;', "'")
  if (scripts.length !== 1 || !formAction) throw new Error(`React writes forms otherwise than we know: ${body}`)
  return { scripts: [SCRIPT_POLICY, STARTER, ...scripts], beforeStyles: LAYERS, formAction }
}
