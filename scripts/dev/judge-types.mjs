import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { root } from '../lib/packages.mjs'
import { stopChildAtEnd } from '../lib/stop-at-end.mjs'

const require = createRequire(import.meta.url)
const TSC = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
const ERROR = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .+)$/gm

/**
 * Looks at a package's types whenever it is called, with a lower priority: nobody waits for it. A look that was
 * overtaken by an edit is given up.
 * @param onJudged given what is wrong
 */
export function judgeTypes(name, onJudged) {
  const known = path.join(root, '.cache/dev-types', name)
  const args = ['-p', path.join(root, name), '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known]
  let running
  return () => {
    running?.kill()
    const child = spawn(process.execPath, [TSC, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    running = child
    stopChildAtEnd(child)
    lowerPriority(child)
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    child.on('close', (code, signal) => {
      if (running === child && !signal) onJudged(code === 0 ? [] : problemsIn(output))
    })
  }
}

/** @returns what `tsc` says, each as a problem that stands beside the page and does not cover it */
export function problemsIn(output) {
  return [...output.matchAll(ERROR)].map(([, file, line, column, text]) => ({
    title: 'Types do not fit',
    place: `${file}:${line}:${column}`,
    text,
    isNotice: true,
  }))
}

function lowerPriority({ pid }) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}
