import { transform } from 'lightningcss'
import { parseSync, Visitor } from 'oxc-parser'
import { collectImports } from './collect-imports.mjs'
import { collectNames } from './collect-names.mjs'

/**
 * What a file imports and which names it gives, read by a parser, so that neither a comment nor a text counts.
 * @returns imports: `{ request, kind: 'static' | 'dynamic' | 'type' }`; names: `{ name, line }`
 * @throws Error naming the file when it cannot be parsed
 */
export function parseFile(file, text) {
  return file.endsWith('.css') ? parseStyles(file, text) : parseScript(file, text)
}

function parseScript(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const imports = []
  const found = []
  new Visitor({
    ...collectImports((request, kind) => imports.push({ request, kind })),
    ...collectNames((name, offset) => found.push({ name, offset })),
  }).visit(program)
  return { imports, names: withLines(found, text) }
}

function withLines(found, text) {
  let line = 1
  let at = 0
  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ name, offset }) => {
      for (; at < offset; at++) if (text[at] === '\n') line++
      return { name, line }
    })
}

function parseStyles(file, text) {
  const options = { filename: file, code: Buffer.from(text), analyzeDependencies: true }
  const { dependencies } = transform(options)
  const requests = (dependencies ?? []).filter(({ type }) => type === 'import')
  return { imports: requests.map(({ url }) => ({ request: url, kind: 'static' })), names: [] }
}
