import { execFileSync } from 'node:child_process'
import { root } from './packages.mjs'

/** What git answers. @throws Error when it refuses */
export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

/** The same of a remote, which may be away or ask for a password; `undefined` when it does not answer in time. */
export function askRemote(timeoutMs, ...args) {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', env, timeout: timeoutMs })
  } catch {
    return undefined
  }
}

export function headCommit() {
  return git('rev-parse', 'HEAD').trim()
}
