import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { environment, root } from '../support/site'
import { answers, type Started, start } from './programs'

type Place = { folder: string; env: NodeJS.ProcessEnv }
/** `disk`: a folder that is there already, for a disk of another kind. */
type OriginPlace = Place & { disk?: string | undefined }

export type Machine = Awaited<ReturnType<typeof createOrigin>>

/** A machine with the program and an empty disk, which keeps what it gets when the program is killed. */
export async function createOrigin({ folder, env, disk: given }: OriginPlace) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const disk = given ?? (await mkdtemp(path.join(folder, 'origin-')))
  const own = { PORT: String(port), SITE_DIR: path.join(disk, 'site'), DATA_DIR: path.join(disk, 'data') }
  let running: Started | undefined
  return {
    port,
    url,
    siteDir: own.SITE_DIR,
    start() {
      running = start(process.execPath, [path.join(root, 'platform/origin/dist/server.cjs')], { ...env, ...own })
    },
    /** Ends the process as a crash would. */
    async kill(): Promise<void> {
      running?.child.kill('SIGKILL')
      await running?.ended
    },
    /** Waits until an address of this origin has this status. */
    async has(address: string, status: number): Promise<void> {
      if (!running) throw new Error('This origin was not started')
      await answers(url + address, running, [status])
    },
    log: () => running?.output() ?? '',
  }
}

export type Outcome = { code: number; output: string }

/** The operator's command on a machine that has nothing: each call gets an empty folder. */
export async function runOperator({ folder, env }: Place, ...args: string[]): Promise<Outcome> {
  const disk = await mkdtemp(path.join(folder, 'operator-'))
  const program = path.join(root, 'platform/operator/dist/site.cjs')
  const options = { cwd: disk, env: { ...environment, ...env, SITE_DIR: path.join(disk, 'site') } }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr })
    })
  })
}
