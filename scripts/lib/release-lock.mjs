import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { git } from './git.mjs'
import { root } from './packages.mjs'

/**
 * Lets one release at a time change this checkout: two would write, commit and take back the same files.
 * @returns what lets the next one begin
 * @throws Error naming the process of the other
 */
export function holdReleaseLock() {
  const file = path.resolve(root, git('rev-parse', '--git-path', 'site-release.lock').trim())
  const holder = take(file)
  if (holder !== undefined) throw new Error(`Another release is under way in this checkout (process ${holder})`)
  const unlock = () => rmSync(file, { force: true })
  process.once('exit', unlock)
  return unlock
}

/** @returns the process that holds it; nothing when it is ours now */
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
