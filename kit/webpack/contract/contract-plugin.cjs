const { readFileSync } = require('node:fs')
const vm = require('node:vm')
const { transformSync } = require('@swc/core')
const { WebpackError } = require('webpack')
const { providedNames, requiredNames } = require('./names.cjs')
const { describeStyles } = require('./styles.cjs')

/** Limits, rates and storage keys; each package compiles its own copy in. */
const CONSTANTS = require.resolve('@site/shared/constants')

/**
 * Writes `contract.json`: shared names, styles and constants that this build requires or provides, its shared modules,
 * and each module's scripts and styles in load order (`.`: the start).
 * Fails the build on a use that it cannot name, as activation could not check it.
 */
class ContractPlugin {
  constructor(kind) {
    this.kind = kind
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ContractPlugin', (compilation) => {
      let names
      let constants
      // Unused dependencies are known here; later, concatenation removes the uses.
      compilation.hooks.afterOptimizeChunks.tap('ContractPlugin', () => {
        names = this.kind === 'host' ? providedNames(compilation) : requiredNames(compilation)
        constants = usedConstants(compilation)
        for (const problem of names.problems) compilation.errors.push(new WebpackError(problem))
      })
      const { Compilation, sources } = compiler.webpack
      compilation.hooks.processAssets.tapPromise(
        { name: 'ContractPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const contract = { names: names.names, constants, styles: describeStyles(compilation) }
          const build = { ...contract, modules: describeModules(compilation), shared: sharedRequests(compilation) }
          compilation.emitAsset('../contract.json', new sources.RawSource(JSON.stringify(build)))
        },
      )
    })
  }
}

/** `{ MAX_QUANTITY: 5 }`: constants that the build uses. */
function usedConstants(compilation) {
  const module = [...compilation.modules].find(({ resource }) => resource === CONSTANTS)
  if (!module) return {}
  const values = readConstants(CONSTANTS)
  const used = usedNames(compilation, module)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !used || used.has(name)))
}

/** Asks all chunks: a fully inlined module is in none. `undefined` in development, without usage analysis. */
function usedNames({ moduleGraph }, module) {
  const used = moduleGraph.getExportsInfo(module).getUsedExports(undefined)
  return used === null || used === true ? undefined : new Set(used || [])
}

function readConstants(file) {
  const options = {
    module: { type: 'commonjs' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    swcrc: false,
  }
  const { code } = transformSync(readFileSync(file, 'utf8'), options)
  const exported = {}
  vm.runInNewContext(code, { exports: exported, module: { exports: exported } })
  return JSON.parse(JSON.stringify(exported))
}

function describeModules(compilation) {
  const modules = {}
  for (const group of compilation.chunkGroups) {
    const name = group.isInitial() ? '.' : group.options.name && `./${group.options.name}`
    if (!name) continue
    modules[name] = { scripts: filesOf(group, '.js'), styles: filesOf(group, '.css') }
  }
  return modules
}

/** Omits shared modules that nothing imports. */
function sharedRequests(compilation) {
  const provided = [...compilation.modules].filter((module) => module.type === 'provide-module')
  const taken = [...compilation.modules].filter((module) => module.type === 'consume-shared-module')
  const requests = [...provided.map((module) => module._name), ...taken.map((module) => module.options.shareKey)]
  return [...new Set(requests)].sort()
}

function filesOf(group, extension) {
  // An initial group lists its chunks in load order, the entry last.
  const files = group.chunks.flatMap((chunk) => [...chunk.files])
  return [...new Set(files)].filter((file) => file.endsWith(extension))
}

module.exports = { ContractPlugin }
