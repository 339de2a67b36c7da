const { readFileSync } = require('node:fs')
const path = require('node:path')
const { transform } = require('lightningcss')
const { nameOfFile } = require('../../lib/places.cjs')

/**
 * Describes `{ uses, defines }`, with places.
 * Uses: properties without a definition in this build and without a fallback.
 * Definitions: unconditional properties of `:root`.
 */
function describeStyles(compilation) {
  const files = [...new Set([...compilation.modules].map(styleSheetOf).filter(Boolean))].sort()
  const found = files.map((file) => readStyles(file, nameOfFile(file)))
  const defined = found.flatMap((it) => it.defined)
  const used = found.flatMap((it) => it.used).filter((use) => !defined.some((it) => covers(it, use)))
  const layers = firstUses(found.flatMap((it) => it.layers))
  const roots = defined.filter(({ isRoot, conditions }) => isRoot && conditions.length === 0)
  return {
    uses: { properties: firstUses(used), layers },
    defines: { properties: [...new Set(roots.map(({ name }) => name))].sort(), layers: Object.keys(layers).sort() },
  }
}

function styleSheetOf(module) {
  const resource = module.resource ?? /!([^!?]+\.css)(?:\||\?|$)/.exec(module.identifier?.() ?? '')?.[1]
  return resource?.endsWith('.css') ? resource : undefined
}

/**
 * True if a definition holds wherever the use does: on `:root`, or on any element for the owner's `--catalog-…`.
 * Overriding another's property (`--site-…`) in one place leaves it required elsewhere.
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

/** At-rules that limit where content holds; by type, the values that distinguish them. */
const conditional = {
  media: ({ query }) => query,
  supports: ({ condition }) => condition,
  container: ({ name, condition }) => [name, condition],
  scope: ({ scopeStart, scopeEnd }) => [scopeStart, scopeEnd],
  'starting-style': () => [],
}

function readStyles(file, name) {
  const code = readFileSync(file)
  const lines = code.toString().split('\n')
  const place = (word) => `${name}:${lines.findIndex((line) => word.test(line)) + 1}`
  const found = { used: [], layers: [], defined: [] }
  const conditions = []
  const rules = []

  const define = (property, isRoot) =>
    found.defined.push({ name: property, file: name, isRoot, conditions: [...conditions] })
  const addLayers = (names) => {
    for (const parts of names) {
      const layer = parts.join('.')
      found.layers.push({ name: layer, place: place(new RegExp(`@layer\\b.*\\b${layer}\\b`)) })
    }
  }
  const readers = {
    style({ selectors, declarations }) {
      rules.push(selectors.some(isRootItself))
      for (const property of customIn(declarations)) define(property, rules.at(-1))
    },
    'nested-declarations'({ declarations }) {
      for (const property of customIn(declarations)) define(property, rules.at(-1) ?? false)
    },
    property: ({ name: property, initialValue }) => initialValue && define(property, true),
    'layer-statement': ({ names }) => addLayers(names),
    'layer-block': ({ name: layer }) => layer && addLayers([layer]),
  }

  transform({
    filename: file,
    code,
    cssModules: file.endsWith('.module.css'),
    visitor: {
      Variable({ name: { ident }, fallback }) {
        if (fallback) return
        const where = place(new RegExp(`var\\(\\s*${ident}\\b(?!-)`))
        found.used.push({ name: ident, place: where, conditions: [...conditions] })
      },
      Rule({ type, value }) {
        if (conditional[type]) conditions.push(`${type} ${JSON.stringify(conditional[type](value))}`)
        readers[type]?.(value)
      },
      RuleExit({ type }) {
        if (conditional[type]) conditions.pop()
        if (type === 'style') rules.pop()
      },
    },
  })
  return found
}

function customIn({ declarations, importantDeclarations }) {
  return [...declarations, ...importantDeclarations]
    .filter(({ property }) => property === 'custom')
    .map(({ value }) => value.name)
}

/** Matches `:root`, not `:root[data-theme]` or nested rules. */
function isRootItself(selector) {
  const [part, ...others] = selector
  return others.length === 0 && part?.type === 'pseudo-class' && part.kind === 'root'
}

module.exports = { describeStyles }
