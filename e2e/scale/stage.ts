import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startPostgres } from '../../scripts/machine/postgres-server.mjs'
import { installSystemPackage } from '../../scripts/machine/system-package.mjs'
import { environment, root, start } from '../support/site'

async function answers(url: string, { child, output }: ReturnType<typeof start>, status: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && child.exitCode === null; ) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => undefined)
    if (response?.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} does not answer ${status}:\n${output()}`)
}

export function findNginx(): string | undefined {
  const find = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
  return find() ?? (installSystemPackage('nginx-light') ? find() : undefined)
}

const NGINX = path.join(root, 'deploy/nginx')
const REQUESTS_PER_SECOND = 5_000

async function startNginx(folder: string, originPorts: readonly number[]) {
  const port = await freePort()
  await mkdir(path.join(folder, 'temp'), { recursive: true })
  await cp(NGINX, folder, { recursive: true })
  await writeFile(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const upstream = originPorts.map((it) => `server 127.0.0.1:${it} max_fails=3 fail_timeout=1s;\n`)
  await writeFile(path.join(folder, 'upstream.conf'), upstream.join(''))
  const config = await readFile(path.join(NGINX, 'nginx.conf'), 'utf8')
  // All visitors of the test have one address.
  const changed = config.replace('rate=20r/s', `rate=${REQUESTS_PER_SECOND}r/s`).replace('ip_hash;', '')
  await writeFile(path.join(folder, 'nginx.conf'), changed)
  // Its workers must read the test's folder.
  const globals = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`
  const args = ['-p', `${folder}/`, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr', '-g', globals]
  const nginx = start(findNginx() ?? 'nginx', args)
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/metrics`, nginx, 404)
  return { url, ...nginx }
}

export type Machine = Awaited<ReturnType<Awaited<ReturnType<typeof createStage>>['addOrigin']>>

/** A database, a load balancer, origins and operators, each with a disk of its own. */
export async function createStage(folder: string) {
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const OPERATOR_KEY = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const OPERATOR_KEYS = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const shared = { ...environment, DATABASE_URL: postgres.url, OPERATOR_KEYS }
  const operatorEnv: NodeJS.ProcessEnv = { ...shared, OPERATOR_KEY }
  const origins: { kill: () => Promise<void>; port: number }[] = []
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined

  return {
    postgres,
    async operate(...args: string[]): Promise<string> {
      const SITE_DIR = await mkdtemp(path.join(folder, 'operator-'))
      const program = path.join(root, 'platform/operator/dist/site.cjs')
      const { output, ended } = start(process.execPath, [program, ...args], { ...operatorEnv, SITE_DIR })
      if ((await ended) !== 0) throw new Error(`site ${args.join(' ')} was refused:\n${output()}`)
      return output()
    },
    /** Starts an origin on an empty disk that outlives a kill. */
    async addOrigin(variables: NodeJS.ProcessEnv) {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const place = await mkdtemp(path.join(folder, 'origin-'))
      const env = {
        ...shared,
        AUTH_SECRET: 'a secret that all of the origins share',
        TRUSTED_PROXIES: '127.0.0.1',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        SITE_DIR: path.join(place, 'site'),
        DATA_DIR: path.join(place, 'data'),
        ...variables,
      }
      const startIt = () => start(process.execPath, [path.join(root, 'platform/origin/dist/server.cjs')], env)
      let running = startIt()
      const origin = {
        port,
        url,
        siteDir: env.SITE_DIR,
        signal: (name: NodeJS.Signals) => running.child.kill(name),
        start() {
          running = startIt()
        },
        async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
          running.child.kill(signal)
          await running.ended
        },
        has: (address: string, status: number) => answers(url + address, running, status),
      }
      origins.push(origin)
      await origin.has('/servez', 503)
      return origin
    },
    async startBalancer(): Promise<string> {
      const ports = origins.map(({ port }) => port)
      nginx = await startNginx(path.join(folder, 'nginx'), ports)
      return nginx.url
    },
    async stop(): Promise<void> {
      await Promise.all(origins.map((origin) => origin.kill()))
      nginx?.child.kill('SIGTERM')
      await nginx?.ended
      postgres.stop()
    },
  }
}
