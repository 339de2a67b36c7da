import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Refusal } from '@platform/base/errors/refusal'
import { endGroup } from '@platform/base/process/end-group'
import { verifyRelease } from '@platform/release/verify/verify-release'

/** The build is another team's code: it gets programs, network and npm settings, but no secrets. */
const KNOWN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no|all)_proxy|npm_config_(?:registry|cafile|cache|proxy|https_proxy|noproxy))$/i
const SHOWN_CHARACTERS = 4_000
/** A build may write without end. */
const MOST_CHARACTERS = 1_000_000

type ProgramOptions = { cwd: string; signal: AbortSignal }

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

function quietEnvironment(): NodeJS.ProcessEnv {
  const known = Object.entries(process.env).filter(([name]) => KNOWN.test(name))
  return { ...Object.fromEntries(known), GIT_TERMINAL_PROMPT: '0' }
}

type BuildRequest = {
  name: string
  version: string
  from: string
  signal: AbortSignal
  notify: (line: string) => void
}

export type Rebuild = Awaited<ReturnType<typeof buildAgain>>

/** Rebuilds a release from its tagged commit, running that commit's code with its locked packages. */
export async function buildAgain({ name, version, from, signal, notify }: BuildRequest) {
  const parent = await mkdtemp(path.join(tmpdir(), 'site-verify-'))
  try {
    const options = { cwd: path.join(parent, 'site'), signal }
    await mkdir(options.cwd)
    // Same as in `npm run release`.
    const tag = `@site/${name}@${version}`
    const commit = await checkOutTag(path.resolve(from), tag, options)
    notify(`building ${name}@${version} from commit ${commit} again`)
    await runProgram('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], options)
    await runProgram('npm', ['run', '--silent', 'build', '--workspace', name], options)
    return { release: await verifyRelease(path.join(options.cwd, name, 'dist')), tag, commit }
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Git must not run or convert anything that its settings name. */
const PLAIN = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.autocrlf=false']

/** Ignores the clone's settings, hooks and a branch of the same name. */
async function checkOutTag(from: string, tag: string, options: ProgramOptions): Promise<string> {
  const git = (...args: string[]) => runProgram('git', [...PLAIN, ...args], options)
  const clone = (await git('-C', from, 'rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const names = await git('ls-remote', '--tags', clone, `refs/tags/${tag}`)
  if (names.trim() === '') {
    throw new Refusal(
      `${clone} has no tag ${tag}, so the commit of that release is unknown. ` +
        'Releases of "npm run release" have a tag. Fetch it: git fetch --tags',
    )
  }
  await git('init', '--quiet')
  await git('fetch', '--quiet', '--depth', '1', '--no-tags', clone, `refs/tags/${tag}`)
  await git('checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return (await git('rev-parse', 'HEAD')).trim()
}
