const DECLARED = /\bconst (\w+): unique symbol\b/g
const SYMBOLS = 'symbols'

/**
 * Makes one symbol of a symbol that both releases declare under the same name in the same file: TypeScript would call
 * every type that is branded with it different.
 */
export function mergeSymbols(files: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>()
  const nameIn = (file: string, symbol: string) => {
    const key = `${file.slice(file.indexOf('/'))} ${symbol}`
    const name = names.get(key) ?? `symbol${names.size}`
    names.set(key, name)
    return name
  }
  const merged = new Map<string, string>()
  for (const [file, text] of files) {
    const up = '../'.repeat(file.split('/').length - 1)
    const write = (_: string, symbol: string) =>
      `const ${symbol}: typeof import('${up}${SYMBOLS}').${nameIn(file, symbol)}`
    merged.set(file, file.endsWith('.d.ts') ? text.replace(DECLARED, write) : text)
  }
  const declarations = [...names.values()].map((name) => `export declare const ${name}: unique symbol\n`)
  return merged.set(`${SYMBOLS}.d.ts`, declarations.join(''))
}
