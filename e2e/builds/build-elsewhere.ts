import { execFileSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { environment } from '../support/site'
import { copyRepository } from './copy-repository'

/** `nobody`: any user who is not the one that runs the tests. */
const OTHER_USER = 65_534
const SHIFTED_CLOCK = path.join(import.meta.dirname, 'shift-clock.cjs')

/**
 * Builds all packages as somebody else would, for whom everything is another that a build could take notice of.
 * @returns whether it was another user, too: only root can become one, and only where others may read this folder
 */
export function buildElsewhere(folder: string, home: string): { isOtherUser: boolean } {
  copyRepository(folder)
  mkdirSync(home, { recursive: true })
  const isOtherUser = process.getuid?.() === 0 && canReadAsOther(folder)
  if (isOtherUser) for (const each of [home, folder]) giveAway(each)
  const env = {
    ...environment,
    HOME: home,
    USER: 'somebody',
    LOGNAME: 'somebody',
    TMPDIR: home,
    TZ: 'Asia/Kathmandu',
    // Its small and capital I are other letters than those of most.
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    NODE_OPTIONS: `--require "${SHIFTED_CLOCK}"`,
  }
  execFileSync('/bin/sh', ['-c', 'umask 077 && exec "$0" scripts/build.mjs', process.execPath], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(isOtherUser && { uid: OTHER_USER, gid: OTHER_USER }),
  })
  return { isOtherUser }
}

function canReadAsOther(folder: string): boolean {
  try {
    execFileSync('/bin/ls', ['.'], { cwd: folder, stdio: 'ignore', uid: OTHER_USER, gid: OTHER_USER })
    return true
  } catch {
    return false
  }
}

/** Installed files stay whose they are: they are the same files as in this repository. */
function giveAway(folder: string): void {
  chownSync(folder, OTHER_USER, OTHER_USER)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const each = path.join(folder, entry.name)
    if (entry.name === 'node_modules') chownSync(each, OTHER_USER, OTHER_USER)
    else if (entry.isDirectory()) giveAway(each)
    else if (lstatSync(each).nlink === 1) chownSync(each, OTHER_USER, OTHER_USER)
  }
}
