const { readFileSync } = require('node:fs')
const { compareNames, nameOfFile } = require('../module-name.cjs')

/** Runtime that the host provides: a global for the entries of remotes, a module for the host. */
const RUNTIME = '@module-federation/runtime-core'
const RUNTIME_GLOBAL = '_FEDERATION_RUNTIME_CORE'
const PROVIDED_RUNTIME = /[\\/]provided-runtime\.ts$/

const NEVER_IN_BROWSERS = 'loadScriptNode'

/** Finds names that this build requires of the host, with places (`catalog/src/x.tsx:3`). */
function requiredNames(compilation) {
  const uses = {}
  const problems = []
  for (const module of compilation.modules) {
    const request = requiredRequest(module)
    if (!request) continue
    uses[request] ??= []
    for (const use of usesOf(compilation, module)) {
      if (use.name === undefined) {
        problems.push(
          `${placeIn(use)} uses the whole of ${request}, so nobody can tell what it needs. Import its parts by name.`,
        )
      } else if (use.name !== NEVER_IN_BROWSERS) uses[request].push(use)
    }
  }
  const names = Object.fromEntries(Object.entries(uses).map(([request, found]) => [request, firstPlaces(found)]))
  return { names: sortNames(names), problems: [...new Set(problems)].sort() }
}

const placeIn = ({ file, line }) => `${file}:${line}`

/** Sorts, as webpack finds files in a varying order. */
function firstPlaces(uses) {
  const places = {}
  uses.sort((a, b) => compareNames(a.file, b.file) || a.line - b.line || compareNames(a.name, b.name))
  for (const use of uses) places[use.name] ??= placeIn(use)
  return places
}

function requiredRequest(module) {
  if (module.type === 'consume-shared-module') return module.options.shareKey
  const isRuntime = module.externalType !== undefined && String(module.request).includes(RUNTIME_GLOBAL)
  return isRuntime ? RUNTIME : undefined
}

function* usesOf(compilation, module) {
  const { moduleGraph } = compilation
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    const { dependency, originModule } = connection
    if (!originModule || connection.getActiveState(undefined) === false) continue
    for (const reference of compilation.getDependencyReferencedExports(dependency, undefined)) {
      const [exported] = Array.isArray(reference) ? reference : reference.name
      const name = exported ?? memberOfDefault(dependency, moduleGraph)
      yield { name, ...placeOf(compilation, originModule, dependency, name) }
    }
  }
}

/** The default export of a CommonJS library is the module, so `React.memo` is `memo`. */
function memberOfDefault(dependency, moduleGraph) {
  const [first, second] = dependency.getIds?.(moduleGraph) ?? []
  return first === 'default' ? second : undefined
}

/** Finds the first source line with the name; webpack's line numbers belong to compiled code. */
function placeOf(compilation, module, dependency, name) {
  const resource = module.resource ?? ''
  const file = nameOfFile(resource || module.readableIdentifier(compilation.requestShortener))
  const lines = /\.tsx?$/.test(resource) ? readFileSync(resource, 'utf8').split('\n') : []
  const word = name ? new RegExp(`\\b${name}\\b`) : new RegExp(`['"]${dependency.request}['"]`)
  const index = lines.findIndex((text) => word.test(text))
  return { file, line: index === -1 ? (dependency.loc?.start?.line ?? 1) : index + 1 }
}

function providedNames(compilation) {
  const { moduleGraph } = compilation
  const names = {}
  const problems = []
  const add = (request, module) => {
    const found = module && moduleGraph.getProvidedExports(module)
    const provided = module && !Array.isArray(found) ? exportsInDevelopment(compilation, module) : found
    if (Array.isArray(provided)) names[request] = [...provided].sort()
    else
      problems.push(
        `The names that ${request} exports cannot be found out, so no remote could be checked against them.`,
      )
  }
  for (const module of compilation.modules) {
    if (module.type === 'provide-module') add(module._name, moduleGraph.getModule(dependencyOf(module)))
    if (PROVIDED_RUNTIME.test(module.resource ?? '')) add(RUNTIME, module)
  }
  return { names: sortNames(names), problems }
}

/** React's development build fills its exports inside a function, where webpack does not look. */
function exportsInDevelopment({ options }, { resource }) {
  return options.mode === 'development' && Object.keys(require(resource))
}

function dependencyOf(module) {
  return module.dependencies[0] ?? module.blocks[0]?.dependencies[0]
}

function sortNames(names) {
  return Object.fromEntries(Object.entries(names).sort(([a], [b]) => compareNames(a, b)))
}

module.exports = { firstPlaces, providedNames, requiredNames }
