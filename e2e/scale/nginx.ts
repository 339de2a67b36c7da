import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { root } from '../support/site'
import { answers, findNginx, start } from './programs'

const SOURCE = path.join(root, 'deploy/nginx')
const isRoot = process.getuid?.() === 0

type Options = {
  /** A folder of its own. */
  folder: string
  originPorts: readonly number[]
  /** All buyers of a test come from one address. */
  requestsPerSecond: number
}

/** The real nginx with the configuration of `deploy/`, on a free port of this machine. */
export async function startNginx({ folder, originPorts, requestsPerSecond }: Options) {
  const port = await freePort()
  await mkdir(path.join(folder, 'temp'), { recursive: true })
  await cp(SOURCE, folder, { recursive: true })
  await writeFile(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const upstream = originPorts.map((it) => `server 127.0.0.1:${it} max_fails=3 fail_timeout=1s;\n`)
  await writeFile(path.join(folder, 'upstream.conf'), upstream.join(''))
  const config = await readFile(path.join(SOURCE, 'nginx.conf'), 'utf8')
  await writeFile(path.join(folder, 'nginx.conf'), config.replace('rate=20r/s', `rate=${requestsPerSecond}r/s`))

  // Its workers would otherwise be another user, who may not read the test's folder.
  const globals = `daemon off;${isRoot ? ' user root;' : ''}`
  const args = ['-p', `${folder}/`, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr', '-g', globals]
  const nginx = start(findNginx() ?? 'nginx', args)
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/metrics`, nginx, [404])
  return {
    url,
    log: nginx.output,
    async stop() {
      nginx.child.kill('SIGTERM')
      await nginx.ended
    },
  }
}
