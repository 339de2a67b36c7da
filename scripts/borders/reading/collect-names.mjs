/** Also of a header or a column, written as a text; a whole sentence as a key is no name. */
const IDENTIFIER = /^[\w$-]*[A-Za-z][\w$-]*$/

/**
 * Hooks for the parser's visitor that report every name a file gives: variables, parameters, functions, types, properties.
 * Names it only uses were given elsewhere, perhaps by a library, and are not reported.
 */
export function collectNames(report) {
  const give = (node) => node && report(node.name ?? node.value, node.start)
  const giveKey = ({ key, computed }) => {
    if (key && !computed && IDENTIFIER.test(key.name ?? key.value)) give(key)
  }
  const giveId = ({ id }) => give(id)
  const giveFunction = ({ id, params }) => {
    give(id)
    for (const param of params) giveBound(param)
  }
  const giveBound = (pattern) => {
    for (const name of boundIn(pattern)) give(name)
  }
  const giveLocal = ({ local, imported }) => {
    if (local.name !== imported?.name) give(local)
  }
  return {
    VariableDeclarator: ({ id }) => giveBound(id),
    CatchClause: ({ param }) => giveBound(param),
    FunctionDeclaration: giveFunction,
    FunctionExpression: giveFunction,
    ArrowFunctionExpression: giveFunction,
    TSDeclareFunction: giveFunction,
    TSFunctionType: giveFunction,
    ClassDeclaration: giveId,
    TSInterfaceDeclaration: giveId,
    TSTypeAliasDeclaration: giveId,
    TSEnumDeclaration: giveId,
    TSEnumMember: giveId,
    TSTypeParameter: ({ name }) => give(name),
    ObjectExpression({ properties }) {
      for (const property of properties) giveKey(property)
    },
    MethodDefinition: giveKey,
    PropertyDefinition: giveKey,
    TSPropertySignature: giveKey,
    TSMethodSignature: giveKey,
    ImportSpecifier: giveLocal,
    ImportDefaultSpecifier: giveLocal,
    ImportNamespaceSpecifier: giveLocal,
  }
}

/** The names that a pattern binds: in `{ a: [b] = c, ...d }` those are `b` and `d`. */
function boundIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundIn(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundIn)
    case 'AssignmentPattern':
      return boundIn(pattern.left)
    case 'RestElement':
      return boundIn(pattern.argument)
    case 'TSParameterProperty':
      return boundIn(pattern.parameter)
    default:
      return []
  }
}
