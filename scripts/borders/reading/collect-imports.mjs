/** Hooks for the parser's visitor that report everything a file imports, requires or exports from, types too. */
export function collectImports(report) {
  const take = (node, kind) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') report(node.value, kind)
  }
  return {
    ImportDeclaration: (node) => take(node.source, isOfTypes(node, 'importKind') ? 'type' : 'static'),
    ExportNamedDeclaration: (node) => take(node.source, isOfTypes(node, 'exportKind') ? 'type' : 'static'),
    ExportAllDeclaration: (node) => take(node.source, isOfTypes(node, 'exportKind') ? 'type' : 'static'),
    ImportExpression: ({ source }) => take(source, 'dynamic'),
    TSImportType: ({ source }) => take(source, 'type'),
    CallExpression({ callee, arguments: [first] }) {
      const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name
      // `require('…')` and `require.resolve('…')`.
      if (name === 'require') take(first, 'static')
    },
  }
}

/** `import type { A }`, or every name in it marked: `import { type A, type B }`. */
function isOfTypes(node, kind) {
  if (node[kind] === 'type') return true
  const { specifiers = [] } = node
  return specifiers.length > 0 && specifiers.every((specifier) => specifier[kind] === 'type')
}
