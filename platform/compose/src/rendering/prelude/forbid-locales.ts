/** The engine has no languages: it would ignore the one that is named, and say nothing. */
function forbid(name: string): () => never {
  return () => {
    throw new Error(
      `${name} is not available while pages are rendered: what it gives depends on the machine. ` +
        'Format with code of your own or of @site/shared (formatPounds), and compare text with < and >.',
    )
  }
}

const METHODS: [owner: object, ownerName: string, names: string[]][] = [
  [Array.prototype, 'Array', ['toLocaleString']],
  [BigInt.prototype, 'BigInt', ['toLocaleString']],
  [Date.prototype, 'Date', ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [Number.prototype, 'Number', ['toLocaleString']],
  [Object.getPrototypeOf(Uint8Array.prototype), 'TypedArray', ['toLocaleString']],
  [String.prototype, 'String', ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
]

/** Has everything that would depend on a language say so, and what to use instead. @param scope the global object */
export function forbidLocales(scope: object): void {
  for (const [owner, ownerName, names] of METHODS) {
    for (const name of names) {
      const value = forbid(`${ownerName}.prototype.${name}`)
      Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false })
    }
  }
  const value = new Proxy(
    {},
    { get: (_target, name) => (typeof name === 'symbol' ? undefined : forbid(`Intl.${name}`)()) },
  )
  Object.defineProperty(scope, 'Intl', { value, writable: true, configurable: true, enumerable: false })
}
