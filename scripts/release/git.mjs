import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/packages.mjs'

export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

/** Returns `undefined` when the remote is too slow or wants a password. */
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

/**
 * @returns a function that frees the lock
 * @throws Error naming the process that holds it
 */
export function holdReleaseLock() {
  const file = path.resolve(root, git('rev-parse', '--git-path', 'site-release.lock').trim())
  const holder = take(file)
  if (holder !== undefined) throw new Error(`Another release is under way in this checkout (process ${holder})`)
  const unlock = () => rmSync(file, { force: true })
  process.once('exit', unlock)
  return unlock
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return undefined
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = Number(readFileSync(file, 'utf8'))
  if (lives(holder)) return holder
  rmSync(file, { force: true })
  return take(file)
}

function lives(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

export function versionFiles(name) {
  return [`${name}/package.json`, `${name}/CHANGELOG.md`, 'package-lock.json']
}

export function readFiles(files) {
  return Object.fromEntries(files.map((file) => [file, read(file)]))
}

/** Restores files from `before`, except files changed since `after`. */
export function restoreFiles(before, after) {
  for (const [file, content] of Object.entries(before)) {
    if (read(file) === content) continue
    if (read(file) !== after[file]) console.warn(`${file} was changed meanwhile, and is left as it is`)
    else if (content === undefined) rmSync(path.join(root, file))
    else writeFileSync(path.join(root, file), content)
  }
}

function read(file) {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined
}
