const path = require('node:path')
const { nameOfFile } = require('../../lib/places.cjs')
const { readStyles } = require('./read-styles.cjs')

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

module.exports = { describeStyles }
