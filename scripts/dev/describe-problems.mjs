import path from 'node:path'
import { root } from '../lib/packages.mjs'

const SWC_PLACE = /\[[^\]]*?:(\d+):(\d+)\]/
const CSS_PLACE = /\((\d+):(\d+)\) /
/** What a compiler says about itself: which loader it was in, and where in its own program. */
const OWN_STACK = /\n\s*(?:Caused by:|Stack backtrace:|at )[\s\S]*$/
const OWN_NAME = /^(?:Module build failed \(from [^)]*\):\s*|(?:Module not found: )?(?:Syntax)?Error:?\s+)+/

/**
 * What does not compile, once for all builds: a title, the place as `file:line:column`, and what the
 * compiler says, without its own stack.
 */
export function describeProblems(builds) {
  const options = { all: false, errors: true, errorStack: false, errorDetails: false }
  const problems = builds.flatMap((stats) => stats.toJson(options).errors.map(describe))
  return [...new Map(problems.map((problem) => [problem.place, problem])).values()]
}

/** A build that compiles and cannot be made live: most often a page that throws when it is rendered. */
export function describeFailure(name, error) {
  return { title: `${name} cannot be made live`, place: '', text: error.message }
}

function describe({ moduleIdentifier = '', loc = '', message }) {
  const file = path.relative(root, moduleIdentifier.split('!').at(-1))
  const [, line, column] = SWC_PLACE.exec(message) ?? CSS_PLACE.exec(message) ?? /^(\d+):(\d+)/.exec(loc) ?? []
  const text = message.replace(OWN_STACK, '').replace(OWN_NAME, '').replaceAll(`${root}/`, '').trim()
  return { title: 'Does not compile', place: [file, line, column].filter(Boolean).join(':'), text }
}
