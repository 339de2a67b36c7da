import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { environment } from '../support/site'
import { copyRepository } from './copy-repository'

const SHIFTED_CLOCK = path.join(import.meta.dirname, 'shift-clock.cjs')

/** Builds all packages where everything that a build could take notice of is another. */
export function buildElsewhere(folder: string, home: string): void {
  copyRepository(folder)
  mkdirSync(home, { recursive: true })
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
  })
}
