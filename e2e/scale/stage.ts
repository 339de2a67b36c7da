import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startPostgres } from '../../scripts/machine/postgres-server.mjs'
import { environment, root, type Site } from '../support/site'
import { answers, type Started, start, startNginx } from './programs'

export type Stage = Awaited<ReturnType<typeof createStage>>
export type Machine = Awaited<ReturnType<Stage['addOrigin']>>
type Outcome = { code: number; output: string }

export async function createStage(site: Site, name: string) {
  const folder = path.join(path.dirname(site.directory), name)
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const OPERATOR_KEY = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const OPERATOR_KEYS = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const operatorEnv: NodeJS.ProcessEnv = { ...environment, DATABASE_URL: postgres.url, OPERATOR_KEY, OPERATOR_KEYS }
  const originEnv = {
    ...environment,
    DATABASE_URL: postgres.url,
    OPERATOR_KEYS,
    AUTH_SECRET: 'a secret that all origins share',
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const origins: { kill: () => Promise<void>; port: number }[] = []
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined

  async function run(...args: string[]): Promise<Outcome> {
    const disk = await mkdtemp(path.join(folder, 'operator-'))
    const program = path.join(root, 'platform/operator/dist/site.cjs')
    const options = { cwd: disk, env: { ...operatorEnv, SITE_DIR: path.join(disk, 'site') } }
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr })
      })
    })
  }

  return {
    folder,
    postgres,
    operatorEnv,
    run,
    async operate(...args: string[]): Promise<string> {
      const { code, output } = await run(...args)
      expect(code, output).toBe(0)
      return output
    },
    /** Starts an origin on an empty disk that outlives a kill. */
    async addOrigin(variables: NodeJS.ProcessEnv = {}, disk?: string) {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const place = disk ?? (await mkdtemp(path.join(folder, 'origin-')))
      const own = { PORT: String(port), SITE_DIR: path.join(place, 'site'), DATA_DIR: path.join(place, 'data') }
      const program = path.join(root, 'platform/origin/dist/server.cjs')
      const startIt = () => start(process.execPath, [program], { ...originEnv, ...variables, ...own })
      let running: Started = startIt()
      const origin = {
        port,
        url,
        siteDir: own.SITE_DIR,
        start() {
          running = startIt()
        },
        async kill(): Promise<void> {
          running.child.kill('SIGKILL')
          await running.ended
        },
        has: (address: string, status: number) => answers(url + address, running, [status]),
      }
      origins.push(origin)
      await origin.has('/servez', 503)
      return origin
    },
    async startBalancer(): Promise<string> {
      const originPorts = origins.map(({ port }) => port)
      nginx = await startNginx({ folder: path.join(folder, 'nginx'), originPorts, requestsPerSecond: 5_000 })
      return nginx.url
    },
    async stop(): Promise<void> {
      await Promise.all(origins.map((origin) => origin.kill()))
      await nginx?.stop()
      postgres.stop()
    },
  }
}
