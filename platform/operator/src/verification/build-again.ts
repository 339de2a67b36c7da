import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { type VerifiedRelease, verifyRelease } from '@platform/release/verify/verify-release'
import { printable } from '../format/printable'
import { installPackages } from './install-packages'
import { runProgram } from './run-program'

export const DIFFERS = 2

type BuildRequest = {
  name: string
  version: string
  from: string
  isAfresh: boolean
  signal: AbortSignal
  notify: (line: string) => void
}

export type Rebuild = {
  release: VerifiedRelease
  tag: string
  commit: string
  clone: Clone
  packages: 'clone' | 'npm'
}

/** Rebuilds a release from its tagged commit, running that commit's code. */
export async function buildAgain({ name, version, from, isAfresh, signal, notify }: BuildRequest): Promise<Rebuild> {
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

type Clone = {
  folder: string
  head: string
  changedFiles: number
}

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
function tagOf(name: string, version: string): string {
  return `@site/${name}@${version}`
}

/** Checks out the tag alone, ignoring the clone's settings, hooks and a branch of the same name. */
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
