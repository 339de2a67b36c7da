import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { verifyRelease } from '@platform/release/verify/verify-release'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { printable } from '../format/printable'

/** The build is another team's code: it gets programs, network and npm settings, but no secrets. */
const KNOWN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no|all)_proxy|npm_config_(?:registry|cafile|cache|proxy|https_proxy|noproxy))$/i
const SHOWN_CHARACTERS = 4_000
/** A build may write without end. */
const MOST_CHARACTERS = 1_000_000

type ProgramOptions = { cwd: string; signal: AbortSignal }

/** @returns its standard output */
export function runProgram(program: string, args: readonly string[], { cwd, signal }: ProgramOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = [program, ...args].join(' ')
    if (signal.aborted) return reject(new Refusal(`${line} was broken off`))
    // A process group, so that its children end with it.
    const child = spawn(program, args, {
      cwd,
      env: quietEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const written = { output: '', end: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (written.output.length < MOST_CHARACTERS) written.output += text
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        written.end = (written.end + text).slice(-SHOWN_CHARACTERS)
      })
    }
    const end = () => {
      endGroup(child.pid)
      // A process that left the group would keep the pipes open.
      child.stdout.destroy()
      child.stderr.destroy()
    }
    signal.addEventListener('abort', end, { once: true })
    child.once('error', (cause) => reject(new Refusal(`${program} cannot be started: ${cause.message}`, { cause })))
    child.once('exit', () => endGroup(child.pid))
    child.once('close', (code) => {
      signal.removeEventListener('abort', end)
      if (signal.aborted) return reject(new Refusal(`${line} was broken off`))
      if (code === 0) return resolve(written.output)
      reject(new Refusal(`${line} ended with ${code}\n${stripVTControlCharacters(written.end).trim()}`))
    })
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {}
}

function quietEnvironment(): NodeJS.ProcessEnv {
  const known = Object.entries(process.env).filter(([name]) => KNOWN.test(name))
  return { ...Object.fromEntries(known), GIT_TERMINAL_PROMPT: '0' }
}

const LOCK = 'package-lock.json'
/** npm's record of installed packages, in the form of the lock file. */
const INSTALLED_LOCK = 'node_modules/.package-lock.json'
const WRITTEN = new Set(['.cache', '.federation'])
const FOLDER = /^(?:[\w-]+\/)*?node_modules(?=\/)/

const entry = Type.Object({
  version: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  optional: Type.Optional(Type.Boolean()),
  peer: Type.Optional(Type.Boolean()),
})
const lockChecker = Compile(Type.Object({ packages: Type.Record(Type.String(), entry) }))
type Packages = Record<string, Static<typeof entry>>

async function installPackages(
  clone: string,
  { isAfresh, ...options }: ProgramOptions & { isAfresh: boolean },
): Promise<'clone' | 'npm'> {
  if (!isAfresh && (await borrowInstalled(clone, options.cwd))) return 'clone'
  await runProgram('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], options)
  return 'npm'
}

/** Copies, because a build could write to a linked file of the clone, or see its paths. */
async function borrowInstalled(from: string, to: string): Promise<boolean> {
  const [wanted, installed] = [await readLock(path.join(to, LOCK)), await readLock(path.join(from, INSTALLED_LOCK))]
  if (!wanted || !installed || !isSuperset(installed, wanted)) return false
  const folders = new Set(Object.keys(wanted).flatMap((name) => FOLDER.exec(name)?.[0] ?? []))
  for (const folder of folders) {
    const source = path.join(from, folder)
    if (!(await stat(source).catch(() => undefined))) continue
    if (await copyFiles(source, path.join(to, folder))) continue
    for (const half of folders) await rm(path.join(to, half), { recursive: true, force: true })
    return false
  }
  return true
}

/** @returns false for a link that leads out of the clone */
async function copyFiles(from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true })
  for (const found of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, found.name), path.join(to, found.name)]
    if (found.isSymbolicLink()) {
      const leadsTo = await readlink(source)
      if (path.isAbsolute(leadsTo)) return false
      await symlink(leadsTo, target)
    } else if (!found.isDirectory()) await copyFile(source, target, constants.COPYFILE_FICLONE)
    else if (!WRITTEN.has(found.name) && !(await copyFiles(source, target))) return false
  }
  return true
}

/** Optional packages of other platforms are never installed. */
function isSuperset(installed: Packages, wanted: Packages): boolean {
  return Object.entries(wanted).every(([name, { version, integrity, optional, peer }]) => {
    if (!name.includes('node_modules/')) return true
    const found = Object.hasOwn(installed, name) ? installed[name] : undefined
    if (!found) return Boolean(optional || peer)
    return found.version === version && found.integrity === integrity
  })
}

async function readLock(file: string): Promise<Packages | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return lockChecker.Check(value) ? value.packages : undefined
  } catch {
    return undefined
  }
}

export const DIFFERS = 2

type BuildRequest = {
  name: string
  version: string
  from: string
  isAfresh: boolean
  signal: AbortSignal
  notify: (line: string) => void
}

export type Rebuild = Awaited<ReturnType<typeof buildAgain>>

/** Rebuilds a release from its tagged commit, running that commit's code. */
export async function buildAgain({ name, version, from, isAfresh, signal, notify }: BuildRequest) {
  const clone = await openClone(from, signal)
  const parent = await mkdtemp(path.join(tmpdir(), 'site-verify-'))
  try {
    const cwd = path.join(parent, 'site')
    await mkdir(cwd)
    const tag = tagOf(name, version)
    const commit = await checkOutTag(clone, tag, cwd, signal)
    await refuseOtherVersion(cwd, { name, version, tag, commit })
    const packages = await installPackages(clone.folder, { cwd, signal, isAfresh })
    notify(`building ${name}@${version} from commit ${commit} again`)
    await runProgram('npm', ['run', '--silent', 'build', '--workspace', name], { cwd, signal })
    return { release: await verifyRelease(path.join(cwd, name, 'dist')), tag, commit, clone, packages }
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Tagged = { name: string; version: string; tag: string; commit: string }

async function refuseOtherVersion(folder: string, { name, version, tag, commit }: Tagged): Promise<void> {
  const found = await readVersion(folder, name)
  if (found === version) return
  throw new Refusal(
    `The tag ${tag} leads to commit ${commit}, in which ${name}/package.json says ${found}: ` +
      `it does not build ${name}@${version}`,
    { exitCode: DIFFERS },
  )
}

/** Git must not run or convert anything that its settings name. */
const PLAIN = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.autocrlf=false']

type Clone = { folder: string; head: string; changedFiles: number }

async function openClone(from: string, signal: AbortSignal): Promise<Clone> {
  const cwd = path.resolve(from)
  const ask = (...args: string[]) =>
    runProgram('git', [...PLAIN, '--no-optional-locks', '-C', cwd, ...args], { cwd: '/', signal })
  const folder = (await ask('rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const head = (await ask('rev-parse', 'HEAD')).trim()
  const changed = await ask('status', '--porcelain', '-z', '--no-renames')
  return { folder, head, changedFiles: changed.split('\0').filter(Boolean).length }
}

/** Same as in `npm run release`. */
const tagOf = (name: string, version: string): string => `@site/${name}@${version}`

/** Ignores the clone's settings, hooks and a branch of the same name. */
async function checkOutTag(clone: Clone, tag: string, folder: string, signal: AbortSignal): Promise<string> {
  const git = (...args: string[]) => runProgram('git', [...PLAIN, ...args], { cwd: folder, signal })
  const names = await git('ls-remote', '--tags', clone.folder, `refs/tags/${tag}`)
  if (names.trim() === '') {
    throw new Refusal(
      `${clone.folder} has no tag ${tag}, so the commit of that release is unknown. ` +
        'Releases of "npm run release" have a tag. Fetch it: git fetch --tags',
    )
  }
  await git('init', '--quiet')
  await git('fetch', '--quiet', '--depth', '1', '--no-tags', clone.folder, `refs/tags/${tag}`)
  await git('checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return (await git('rev-parse', 'HEAD')).trim()
}

async function readVersion(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name, 'package.json')
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (!hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) throw cause
    throw new Refusal(`The commit has no ${name}/package.json`, { cause })
  })
  try {
    return printable(String(JSON.parse(text).version))
  } catch (cause) {
    throw new Refusal(`${name}/package.json of the commit is not JSON`, { cause })
  }
}
