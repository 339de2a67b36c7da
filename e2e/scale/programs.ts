import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { installSystemPackage } from '../../scripts/machine/system-package.mjs'
import { root } from '../support/site'

const SOURCE = path.join(root, 'deploy/nginx')
const isRoot = process.getuid?.() === 0

type Options = {
  folder: string
  originPorts: readonly number[]
  requestsPerSecond: number
}

export async function startNginx({ folder, originPorts, requestsPerSecond }: Options) {
  const port = await freePort()
  await mkdir(path.join(folder, 'temp'), { recursive: true })
  await cp(SOURCE, folder, { recursive: true })
  await writeFile(path.join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const upstream = originPorts.map((it) => `server 127.0.0.1:${it} max_fails=3 fail_timeout=1s;\n`)
  await writeFile(path.join(folder, 'upstream.conf'), upstream.join(''))
  const config = await readFile(path.join(SOURCE, 'nginx.conf'), 'utf8')
  await writeFile(path.join(folder, 'nginx.conf'), config.replace('rate=20r/s', `rate=${requestsPerSecond}r/s`))

  // Its workers must read the test's folder.
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

export function findNginx(): string | undefined {
  const find = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
  return find() ?? (installSystemPackage('nginx-light') ? find() : undefined)
}

export type Started = { child: ChildProcess; output: () => string; ended: Promise<void> }

export function start(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Started {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', (error) => {
    output += error.message
  })
  return { child, output: () => output, ended }
}

export async function answers(url: string, { child, output }: Started, statuses: readonly number[]): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const status = await fetch(url, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 0,
    )
    if (statuses.includes(status)) return
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} does not answer:\n${output()}`)
}
