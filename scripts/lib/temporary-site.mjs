import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'

/**
 * A place for a site of its own: an empty folder, and the variables by which its commands find it and its port.
 * @param environment what else the commands are given
 */
export async function temporarySite(environment = process.env) {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'))
  const port = String(await freePort())
  return {
    folder,
    env: {
      ...environment,
      SITE_DIR: path.join(folder, 'site'),
      DATA_DIR: path.join(folder, 'data'),
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}
