import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { root } from '../lib/places.cjs'
import { stopChildAtEnd } from '../lib/stop-at-end.mjs'
import { findCompiler } from '../lib/tools.mjs'

const TYPE_ERROR = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .+)$/gm
const SWC_PLACE = /\[[^\]]*?:(\d+):(\d+)\]/
const CSS_PLACE = /\((\d+):(\d+)\) /
const OWN_STACK = /\n\s*(?:Caused by:|Stack backtrace:|at )[\s\S]*$/
const OWN_NAME = /^(?:Module build failed \(from [^)]*\):\s*|(?:Module not found: )?(?:Syntax)?Error:?\s+)+/

export function collectProblems(show) {
  const found = new Map()
  return {
    set(finder, problems) {
      if (problems.length === 0 && !found.get(finder)?.length) return
      found.set(finder, problems)
      printProblems(problems)
      show([...found.values()].flat())
    },
  }
}

export function printProblems(problems) {
  for (const { title, place, text } of problems) console.error(`\n${title}${place && `: ${place}`}\n${text}`)
}

export function describeProblems(builds) {
  const options = { all: false, errors: true, errorStack: false, errorDetails: false }
  const problems = builds.flatMap((stats) => stats.toJson(options).errors.map(describe))
  return [...new Map(problems.map((problem) => [problem.place, problem])).values()]
}

function describe({ moduleIdentifier = '', loc = '', message }) {
  const file = path.relative(root, moduleIdentifier.split('!').at(-1))
  const [, line, column] = SWC_PLACE.exec(message) ?? CSS_PLACE.exec(message) ?? /^(\d+):(\d+)/.exec(loc) ?? []
  const text = message.replace(OWN_STACK, '').replace(OWN_NAME, '').replaceAll(`${root}/`, '').trim()
  return { title: 'Does not compile', place: [file, line, column].filter(Boolean).join(':'), text }
}

/** Returns a function that type-checks a package at low priority; an edit aborts a running check. */
export function checkTypes(name, onChecked) {
  const known = path.join(root, '.cache/dev-types', name)
  const args = ['-p', path.join(root, name), '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known]
  let running
  return () => {
    running?.kill()
    const child = spawn(process.execPath, [findCompiler(), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running = child
    stopChildAtEnd(child)
    lowerPriority(child)
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.on('close', (code, signal) => {
      if (running === child && !signal) onChecked(code === 0 ? [] : typeProblems(output))
    })
  }
}

function typeProblems(output) {
  return [...output.matchAll(TYPE_ERROR)].map(([, file, line, column, text]) => ({
    title: 'Types do not fit',
    place: `${file}:${line}:${column}`,
    text,
    isNotice: true,
  }))
}

function lowerPriority({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
