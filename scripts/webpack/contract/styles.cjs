// What the styles of a build take from the page around them, and what they define for others.
const { readFileSync } = require('node:fs')
const path = require('node:path')
const { transform } = require('lightningcss')

const root = path.resolve(__dirname, '../../..')

/**
 * `{ uses: { properties, layers }, defines: { properties, layers } }`: used properties have no definition of this
 * build's own and no fallback; both are given with file and line. Defined are the properties of `:root`.
 */
function describeStyles(compilation) {
  const files = [...new Set([...compilation.modules].map(styleSheetOf).filter(Boolean))].sort()
  const found = files.map(readStyles)
  const own = new Set(found.flatMap(({ defined }) => [...defined]))
  const properties = firstUses(found.flatMap(({ used }) => used).filter(({ name }) => !own.has(name)))
  const layers = firstUses(found.flatMap(({ layers }) => layers))
  const roots = new Set(found.flatMap(({ roots }) => [...roots]))
  return {
    uses: { properties, layers },
    defines: { properties: [...roots].sort(), layers: Object.keys(layers).sort() },
  }
}

/** The file a module of css-loader or of the css extraction was made from. */
function styleSheetOf(module) {
  const resource = module.resource ?? /!([^!?]+\.css)(?:\||\?|$)/.exec(module.identifier?.() ?? '')?.[1]
  return resource?.endsWith('.css') ? resource : undefined
}

function readStyles(file) {
  const code = readFileSync(file)
  const name = path.relative(root, file).split(path.sep).join('/')
  const lines = code.toString().split('\n')
  const place = (word) => `${name}:${lines.findIndex((line) => word.test(line)) + 1}`
  const found = { used: [], layers: [], defined: new Set(), roots: new Set() }
  const addLayers = (names) => {
    for (const parts of names) {
      const layer = parts.join('.')
      found.layers.push({ name: layer, place: place(new RegExp(`@layer\\b.*\\b${layer}\\b`)) })
    }
  }
  transform({
    filename: file,
    code,
    cssModules: file.endsWith('.module.css'),
    visitor: {
      Variable({ name: { ident }, fallback }) {
        if (!fallback) found.used.push({ name: ident, place: place(new RegExp(`var\\(\\s*${ident}\\b(?!-)`)) })
      },
      Rule: {
        style({ value: { selectors, declarations } }) {
          const custom = [...declarations.declarations, ...declarations.importantDeclarations]
            .filter(({ property }) => property === 'custom')
            .map(({ value }) => value.name)
          const isRoot = selectors.some(([part]) => part?.type === 'pseudo-class' && part.kind === 'root')
          for (const property of custom) {
            found.defined.add(property)
            if (isRoot) found.roots.add(property)
          }
        },
        'layer-statement': ({ value }) => addLayers(value.names),
        'layer-block': ({ value }) => value.name && addLayers([value.name]),
      },
    },
  })
  return found
}

function firstUses(uses) {
  const first = {}
  for (const { name, place } of uses) first[name] ??= place
  return Object.fromEntries(Object.entries(first).sort(([a], [b]) => (a < b ? -1 : 1)))
}

module.exports = { describeStyles }
