/** Parses an address; `undefined` for none. `URL.canParse` of Node 20, once compiled, refuses Latin-1 letters. */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
