import { transform } from 'lightningcss'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * What a file imports, requires or exports from, as it is written there: read by a parser, so that neither a comment
 * nor a text counts.
 * @throws Error naming the file when it cannot be parsed
 */
export function requestsOf(file, text) {
  return file.endsWith('.css') ? requestsOfStyles(file, text) : requestsOfScript(file, text)
}

function requestsOfScript(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const requests = []
  const take = (node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') requests.push(node.value)
  }
  const takeSource = ({ source }) => take(source)
  new Visitor({
    ImportDeclaration: takeSource,
    ExportNamedDeclaration: takeSource,
    ExportAllDeclaration: takeSource,
    ImportExpression: takeSource,
    TSImportType: takeSource,
    CallExpression({ callee, arguments: [first] }) {
      const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name
      // `require('…')` and `require.resolve('…')`.
      if (name === 'require') take(first)
    },
  }).visit(program)
  return requests
}

function requestsOfStyles(file, text) {
  const options = { filename: file, code: Buffer.from(text), analyzeDependencies: true }
  const { dependencies } = transform(options)
  return (dependencies ?? []).filter(({ type }) => type === 'import').map(({ url }) => url)
}
