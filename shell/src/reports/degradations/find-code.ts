/** Finds functions of a page in its scripts, which the browser has: of a function only its text is known. */

const texts = new Map<string, Promise<string>>()

/**
 * The place of a function in the scripts of a package: `/assets/catalog/a.0123456789ab.js:1:234`.
 * @returns `undefined` where it is in none of them, or where its text stands in one of them twice
 */
export async function findFunction(code: (...args: never) => unknown, owner: string): Promise<string | undefined> {
  const wanted = Function.prototype.toString.call(code)
  for (const address of scriptsOf(owner)) {
    const text = await textOf(address)
    const position = text.indexOf(wanted)
    if (position < 0) continue
    return text.indexOf(wanted, position + 1) < 0 ? placeAt(address, text, position) : undefined
  }
  return undefined
}

/** @param position of a character in the script, from 0 */
export async function findPosition(address: string, position: number): Promise<string> {
  return placeAt(address, await textOf(address), position)
}

function scriptsOf(owner: string): string[] {
  const files = new RegExp(`^${window.location.origin}(/assets/${owner}/[^?]+\\.js)`)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => files.exec(name)?.[1])
  return [...new Set(loaded.filter((it) => it !== undefined))]
}

function textOf(address: string): Promise<string> {
  const known = texts.get(address)
  if (known) return known
  const reading = fetch(address, { cache: 'force-cache' }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  texts.set(address, reading)
  return reading
}

/** Lines and columns are counted from 1, as on a stack. */
function placeAt(address: string, text: string, position: number): string {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return `${address}:${line}:${position - before.lastIndexOf('\n')}`
}
