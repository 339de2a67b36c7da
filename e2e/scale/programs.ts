import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installSystemPackage } from '../../scripts/machine/system-package.mjs'

/** Where nginx is; installed where that can be done without asking, `undefined` where it cannot. */
export function findNginx(): string | undefined {
  const find = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
  return find() ?? (installSystemPackage('nginx-light') ? find() : undefined)
}

export type Started = { child: ChildProcess; output: () => string; ended: Promise<void> }

/** Starts a program that goes on, and keeps what it writes. */
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

/** Waits until the address answers with one of the statuses. @throws Error with what the program wrote. */
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
