import { parseArgs } from 'node:util'

/**
 * Reads the arguments of a command. `--help` prints the usage; a wrong argument prints the problem too and exits with 2.
 * @param {string} usage the forms of the command, a line each
 * @param options as `parseArgs` takes them
 * @param findProblem gets values and positionals; returns a sentence when they are wrong. Without it none may be given
 */
export function readOptions(usage, options = {}, findProblem = refuseArguments) {
  answerHelp(usage)
  const read = parse(options)
  const problem = read.problem ?? findProblem(read)
  if (!problem) return read
  console.error(`${problem}\n${usage}`)
  process.exit(2)
}

function refuseArguments({ positionals }) {
  return positionals.length > 0 ? `There is no argument ${positionals.join(' ')}` : undefined
}

function parse(options) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch ({ message }) {
    return { values: {}, positionals: [], problem: message }
  }
}

/** For a command that hands its arguments on: only `--help` is its own. */
export function answerHelp(usage) {
  if (!process.argv.includes('--help')) return
  console.log(usage)
  process.exit(0)
}
