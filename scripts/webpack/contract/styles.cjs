// What the styles of a build take from the page around them, and what they define for others.
const path = require('node:path')
const { readStyles } = require('./read-styles.cjs')

const root = path.resolve(__dirname, '../../..')

/**
 * `{ uses: { properties, layers }, defines: { properties, layers } }`: used properties have no definition of this
 * build's own and no fallback; both are given with file and line. Defined are the properties that every element has,
 * whatever the browser: those of `:root` itself, under no condition.
 */
function describeStyles(compilation) {
  const files = [...new Set([...compilation.modules].map(styleSheetOf).filter(Boolean))].sort()
  const found = files.map((file) => readStyles(file, path.relative(root, file).split(path.sep).join('/')))
  const defined = found.flatMap((it) => it.defined)
  const used = found.flatMap((it) => it.used).filter((use) => !defined.some((it) => covers(it, use)))
  const layers = firstUses(found.flatMap((it) => it.layers))
  const roots = defined.filter(({ isRoot, conditions }) => isRoot && conditions.length === 0)
  return {
    uses: { properties: firstUses(used), layers },
    defines: { properties: [...new Set(roots.map(({ name }) => name))].sort(), layers: Object.keys(layers).sort() },
  }
}

/** The file a module of css-loader or of the css extraction was made from. */
function styleSheetOf(module) {
  const resource = module.resource ?? /!([^!?]+\.css)(?:\||\?|$)/.exec(module.identifier?.() ?? '')?.[1]
  return resource?.endsWith('.css') ? resource : undefined
}

/**
 * Whether a use can rely on a definition of its own build: one that holds wherever the use does, on `:root` or, for a
 * property that bears its owner's name (`--catalog-…`), on any element. On another's property (`--site-…`) a package
 * says what it is in one part of a page, and goes on needing it everywhere else.
 */
function covers({ name, file, isRoot, conditions }, use) {
  if (name !== use.name || !conditions.every((it) => use.conditions.includes(it))) return false
  const owner = /^--([a-z\d]+)-/.exec(name)?.[1]
  return isRoot || path.posix.dirname(file).split('/').includes(owner)
}

function firstUses(uses) {
  const first = {}
  for (const { name, place } of uses) first[name] ??= place
  return Object.fromEntries(Object.entries(first).sort(([a], [b]) => (a < b ? -1 : 1)))
}

module.exports = { describeStyles }
