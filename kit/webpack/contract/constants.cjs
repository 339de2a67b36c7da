const { readFileSync } = require('node:fs')
const vm = require('node:vm')
const { transformSync } = require('@swc/core')

/** Limits, rates and storage keys; each package compiles its own copy in. */
const CONSTANTS = require.resolve('@site/shared/constants')

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

module.exports = { readConstants, usedConstants }
