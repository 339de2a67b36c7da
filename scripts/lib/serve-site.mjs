import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { root } from './packages.mjs'
import { stopAtEnd, stopChildAtEnd } from './stop-at-end.mjs'
import { waitForShop } from './wait-for-shop.mjs'

/**
 * Builds what changed and serves it from folders that are gone after `stop`.
 * @throws Error when it ends before it is ready
 */
export async function serveSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'))
  const remove = stopAtEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    SITE_DIR: path.join(folder, 'site'),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopServer = stopChildAtEnd(child)
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes(`ready ${url}`) && resolve())
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}`)))
  })
  await waitForShop(url)
  return {
    url,
    /** For the operator's commands of this site. */
    env,
    async stop() {
      await stopServer()
      await remove()
    },
  }
}
