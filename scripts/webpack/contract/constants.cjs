// Which constants of the business a build was compiled with, and their values.
const { readFileSync } = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const { transformSync } = require('@swc/core')

/** Limits, rates and storage keys: every package that uses one has a copy of its own in its scripts. */
const CONSTANTS = path.resolve(__dirname, '../../../shared/src/constants.ts')

/** `{ MAX_QUANTITY: 5 }`: those that the build uses, by name. */
function usedConstants(compilation) {
  const module = [...compilation.modules].find(({ resource }) => resource === CONSTANTS)
  if (!module) return {}
  const values = readConstants(CONSTANTS)
  const used = usedNames(compilation, module)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !used || used.has(name)))
}

/**
 * Of all chunks: a module whose exports were all written into their users is in none. `undefined` while developing, when
 * nobody asks which are used.
 */
function usedNames({ moduleGraph }, module) {
  const used = moduleGraph.getExportsInfo(module).getUsedExports(undefined)
  return used === null || used === true ? undefined : new Set(used || [])
}

/** The exports of a module that imports nothing, by name in their order. @throws Error when it imports or is no data */
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
