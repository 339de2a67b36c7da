import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { temporarySite, waitForOrigin } from '../../scripts/lib/temporary-site.mjs'
import { type Change, copyRelease } from './release-copy'

export const root = path.resolve(import.meta.dirname, '../..')
export const { NODE_ENV: _, ...environment } = process.env

export const packages = ['shell', 'catalog', 'content', 'checkout'] as const
export type PackageName = (typeof packages)[number]

const CONSOLE_LINK = /http:\S+\/enter\?token=\S+/

export type Site = Awaited<ReturnType<typeof createSite>>

type SiteOptions = { from?: string; variables?: NodeJS.ProcessEnv }

export async function createSite({ from, variables }: SiteOptions = {}) {
  const { folder, env: own, remove: removeFolder } = await temporarySite(environment)
  const env = { ...own, ...variables }
  const directory = own.SITE_DIR
  const running = new Set<ChildProcess>()
  let origin: Promise<Origin> | undefined
  let operatorConsole: ReturnType<typeof start> | undefined
  let copies = 0
  const data = process.env.BUILT_DATA_DIR
  if (data) await cp(data, env.DATA_DIR, { recursive: true })
  const filter = (file: string) => !path.basename(file).includes('~')
  if (from) await cp(from, directory, { recursive: true, preserveTimestamps: true, filter })
  await rm(path.join(directory, 'api-calls.json'), { force: true })

  const program = path.join(root, 'platform/operator/dist/site.cjs')
  const originProgram = path.join(root, 'platform/origin/dist/server.cjs')
  const runIn = (shell: NodeJS.ProcessEnv, ...args: string[]) =>
    runProgram(running, [program, ...args], { ...env, ...shell })
  const run = (...args: string[]) => runIn({}, ...args)

  async function mustRun(...args: string[]): Promise<string> {
    const { code, output } = await run(...args)
    if (code !== 0) throw new Error(`site ${args.join(' ')} was refused:\n${output}`)
    return output
  }

  return {
    directory,
    data: env.DATA_DIR,
    env,
    run,
    runIn,
    mustRun,
    /** Kills it when so many entries of the site's folder have changed. */
    async runAndKill(afterChanges: number, ...args: string[]): Promise<void> {
      const kill = new AbortController()
      let changes = 0
      const watcher = watch(directory, () => ++changes === afterChanges && kill.abort())
      await runProgram(running, [program, ...args], env, kill.signal)
      watcher.close()
    },
    async deploy() {
      await mustRun('settings', '--from-environment')
      for (const name of packages) await mustRun('publish', name, '--from', path.join(root, name, 'dist'))
      await mustRun('activate', ...packages.map((name) => `${name}@latest`))
    },
    async copyRelease(name: PackageName, version: string, change: Change = {}): Promise<string> {
      const copy = path.join(folder, 'copies', `${++copies}-${name}`)
      await copyRelease({ from: path.join(root, name, 'dist'), to: copy, name, version, ...change })
      return copy
    },
    async release(name: PackageName, version: string, change: Change = {}): Promise<void> {
      await mustRun('publish', name, '--from', await this.copyRelease(name, version, change))
      await mustRun('activate', `${name}@${version}`)
      const url = (await origin)?.url
      const live = async () => Object(await (await fetch(`${url}/composition.json`)).json()).releases[name]
      while (url && (await live()) !== version) await delay(20)
    },
    async start(): Promise<string> {
      origin = startOrigin(originProgram, env)
      return (await origin).url
    },
    async stop(): Promise<void> {
      await (await origin)?.stop()
      origin = undefined
    },
    /** Kills the origin, and after so many ms the one that takes its place. */
    async deployAndKill(afterMs: number): Promise<void> {
      const server = await origin
      server?.child.kill('SIGKILL')
      await this.stop()
      await runProgram(running, [originProgram], env, AbortSignal.timeout(afterMs))
    },
    async startConsole(): Promise<string> {
      operatorConsole = start(process.execPath, [program, 'console', '--listen', 'localhost:0'], env)
      const { child, output } = operatorConsole
      for (; child.exitCode === null; await delay(20)) {
        const [link] = CONSOLE_LINK.exec(output()) ?? []
        if (link) return link
      }
      throw new Error(`The console ended with ${child.exitCode}:\n${output()}`)
    },
    log: async () => (await origin)?.output() ?? '',
    processes: async () => [await origin, operatorConsole].filter((it) => it !== undefined),
    async remove(): Promise<void> {
      for (const child of running) child.kill('SIGKILL')
      operatorConsole?.child.kill('SIGTERM')
      await origin?.then(({ stop }) => stop()).catch(() => {})
      await removeFolder()
    },
  }
}

export function start(program: string, args: string[], env = process.env, { cwd = root, detached = false } = {}) {
  const child = spawn(program, args, { cwd, env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.once('error', (error) => (output += error.message))
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  return { child, output: () => output, ended }
}

async function runProgram(running: Set<ChildProcess>, args: string[], env: NodeJS.ProcessEnv, kill?: AbortSignal) {
  const { child, output, ended } = start(process.execPath, args, env)
  running.add(child)
  kill?.addEventListener('abort', () => child.kill('SIGKILL'))
  const code = await ended
  running.delete(child)
  return { code, output: output() }
}

type Origin = Awaited<ReturnType<typeof startOrigin>>

async function startOrigin(program: string, env: NodeJS.ProcessEnv) {
  // The embedded database starts a third faster with one compiler pass.
  const started = start(process.execPath, ['--liftoff-only', program], env)
  const { url } = await waitForOrigin(started.child).catch((error) => {
    started.child.kill('SIGKILL')
    throw error
  })
  return {
    ...started,
    url,
    stop: async () => {
      started.child.kill('SIGTERM')
      await started.ended
    },
  }
}
