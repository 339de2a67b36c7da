/** Parses an address without `URL.canParse`, which rejects Latin-1 letters in Node 20 once V8 has compiled it. */
export function urlOf(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
