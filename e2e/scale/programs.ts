import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const POSTGRES = '/usr/lib/postgresql'
const isRoot = process.getuid?.() === 0

/** Debian's places; `undefined` where the program is not installed. */
export const nginxProgram = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(existsSync)
export const postgresFolder = newestPostgres()

function newestPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number).filter(Boolean) : []
  const folder = path.join(POSTGRES, String(Math.max(0, ...versions)), 'bin')
  return existsSync(path.join(folder, 'initdb')) ? folder : undefined
}

/** Runs a program to its end and gives what it wrote. @throws Error when it fails. */
export function runToEnd(program: string, args: string[], options: { user?: string } = {}): string {
  const [command, ...rest] = asUser(options.user, [program, ...args])
  const { status, stdout, stderr, error } = spawnSync(command ?? program, rest, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout.trim()
}

/** PostgreSQL does not run as root. */
function asUser(user: string | undefined, command: string[]): string[] {
  return user && isRoot ? ['runuser', '-u', user, '--', ...command] : command
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
