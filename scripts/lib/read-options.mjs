import { parseArgs } from 'node:util'
import { browserPackages } from './packages.mjs'

/**
 * Reads the arguments of a command. `--help` prints the usage; a wrong argument prints the problem too and exits with 2.
 * @param {string} usage the forms of the command, a line each
 * @param options as `parseArgs` takes them
 * @param findProblem gets values and positionals; returns a sentence when they are wrong
 */
export function readOptions(usage, options = {}, findProblem = () => undefined) {
  const read = parse(options)
  if (read.values.help) {
    console.log(usage)
    process.exit(0)
  }
  const problem = read.problem ?? findProblem(read)
  if (!problem) return read
  console.error(`${problem}\n${usage}`)
  process.exit(2)
}

function parse(options) {
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean' } } })
  } catch ({ message }) {
    return { values: {}, positionals: [], problem: message }
  }
}

export function nameOnePackage({ positionals: [name, ...others] }) {
  const isKnown = others.length === 0 && browserPackages.includes(name)
  return isKnown ? undefined : `Name one package: ${browserPackages.join(', ')}`
}
