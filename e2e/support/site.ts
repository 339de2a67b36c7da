import { type ChildProcess, spawn } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { openConsole, temporarySite } from '../../scripts/lib/temporary-site.mjs'
import { type Origin, startOrigin } from './origin'
import { type Change, copyRelease } from './release-copy'

export const root = path.resolve(import.meta.dirname, '../..')
/** The test runner's own NODE_ENV is not the site's. */
export const { NODE_ENV: _, ...environment } = process.env

export const packages = ['shell', 'catalog', 'content', 'checkout'] as const
export type PackageName = (typeof packages)[number]

export type Site = Awaited<ReturnType<typeof createSite>>

type SiteOptions = {
  /** A registry and compositions to begin with. */
  from?: string
  /** Whose programs are used; this tree's unless another is given. */
  tree?: string
  /** A database that is made already, without any order in it: making one takes longer than all else of a start. */
  data?: string | undefined
  variables?: NodeJS.ProcessEnv
}

/** A site of its own: registry, compositions, database and, once started, a server; all gone after `remove`. */
export async function createSite({
  from,
  tree = root,
  data = process.env.BUILT_DATA_DIR,
  variables,
}: SiteOptions = {}) {
  const { folder, env: own, remove: removeFolder } = await temporarySite(environment)
  const env = { ...own, ...variables }
  const directory = own.SITE_DIR
  const running = new Set<ChildProcess>()
  let origin: Promise<Origin> | undefined
  let operatorConsole: Awaited<ReturnType<typeof openConsole>> | undefined
  let log = () => ''
  let copies = 0
  if (data) await cp(data, env.DATA_DIR, { recursive: true })
  // What a running server is writing at this moment, and is about to rename, is not there a moment later.
  const filter = (file: string) => !path.basename(file).includes('~')
  if (from) await cp(from, directory, { recursive: true, preserveTimestamps: true, filter })
  // It speaks of the server that runs on the original.
  await rm(path.join(directory, 'api-calls.json'), { force: true })

  const program = path.join(tree, 'platform/operator/dist/site.cjs')
  /** The operator's command in a shell with other variables. */
  const runIn = (shell: NodeJS.ProcessEnv, ...args: string[]) =>
    runProgram(running, [program, ...args], { ...env, ...shell })
  /** The operator's command. */
  const run = (...args: string[]) => runIn({}, ...args)

  /** The operator's command, which must succeed. */
  async function mustRun(...args: string[]): Promise<string> {
    const { code, output } = await run(...args)
    if (code !== 0) throw new Error(`site ${args.join(' ')} was refused:\n${output}`)
    return output
  }

  return {
    directory,
    /** Database and secrets of this site. */
    data: env.DATA_DIR,
    run,
    runIn,
    mustRun,
    /** Starts the operator's command and kills it after so many milliseconds, unless it has ended by then. */
    runAndKill: (afterMs: number, ...args: string[]) => runProgram(running, [program, ...args], env, afterMs),
    async deploy() {
      await mustRun('settings', '--from-environment')
      for (const name of packages) await mustRun('publish', name, '--from', path.join(root, name, 'dist'))
      await mustRun('activate', ...packages.map((name) => `${name}@latest`))
    },
    /** A changed copy of a built package, ready to be published: its folder. */
    async copyRelease(name: PackageName, version: string, change: Change = {}): Promise<string> {
      const copy = path.join(folder, 'copies', `${++copies}-${name}`)
      await copyRelease({ from: path.join(root, name, 'dist'), to: copy, name, version, ...change })
      return copy
    },
    /** Publishes a changed copy and makes it live. */
    async release(name: PackageName, version: string, change: Change = {}): Promise<void> {
      await mustRun('publish', name, '--from', await this.copyRelease(name, version, change))
      await mustRun('activate', `${name}@${version}`)
    },
    /** Starts serving and gives the address. */
    async start(): Promise<string> {
      origin = startOrigin(path.join(tree, 'platform/origin/dist/server.cjs'), env)
      const { url, log: read } = await origin
      log = read
      return url
    },
    /** Ends the server in order. */
    async stop(): Promise<void> {
      await (await origin)?.stop()
      origin = undefined
    },
    /** Starts the operator's console and gives its one-time link. */
    async startConsole(): Promise<string> {
      const opened = await openConsole(env)
      operatorConsole = opened
      return opened.link
    },
    /** What the server has written so far. */
    log: () => log(),
    /** The server and the console, where they run. */
    async processes() {
      const server = await origin
      return [
        ...(server ? [{ pid: server.pid, output: server.log }] : []),
        ...(operatorConsole ? [{ pid: operatorConsole.pid, output: operatorConsole.output }] : []),
      ]
    },
    async remove(): Promise<void> {
      // A test that was given up may leave both behind.
      for (const child of running) child.kill('SIGKILL')
      operatorConsole?.stop()
      await origin?.then(({ stop }) => stop()).catch(() => {})
      await removeFolder()
    },
  }
}

type Outcome = { code: number; output: string }

function runProgram(
  running: Set<ChildProcess>,
  args: string[],
  env: NodeJS.ProcessEnv,
  killAfterMs?: number,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject).on('close', (code) => {
      running.delete(child)
      clearTimeout(timer)
      resolve({ code: code ?? 1, output })
    })
  })
}
