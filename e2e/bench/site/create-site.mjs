import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { root } from '../../../scripts/lib/packages.mjs'
import { stopAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { runProgram } from './run-program.mjs'
import { startOrigin } from './start-origin.mjs'

const SITE = path.join(root, 'origin/dist/site.cjs')

/** A site of its own: registry, compositions, database and, once started, a server; all gone after `remove`. */
export async function createSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-bench-'))
  const port = await freePort()
  const env = {
    ...process.env,
    SITE_DIR: path.join(folder, 'site'),
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
  }
  let origin
  const remove = stopAtEnd(async () => {
    await origin?.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await runProgram(SITE, ['settings', '--from-environment'], env)
  return {
    folder,
    env,
    /** The operator's command. */
    command: (...args) => runProgram(SITE, args, env),
    /** What is live: pages, releases, data. */
    async readComposition() {
      const { live } = JSON.parse(await readFile(path.join(env.SITE_DIR, 'current'), 'utf8'))
      return JSON.parse(await readFile(path.join(env.SITE_DIR, `compositions/${live}/composition.json`), 'utf8'))
    },
    async start() {
      origin = await startOrigin(env)
      return origin
    },
    remove,
  }
}
