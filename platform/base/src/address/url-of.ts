/**
 * What an address means; `undefined` for what is none. Not by `URL.canParse`: Node 20's says no to each address with a letter
 * of Latin-1 beyond ASCII once it has been compiled, and a rule that passes over what is no address passes over those.
 */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
