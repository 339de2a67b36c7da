import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { Refusal } from '@platform/base/errors/refusal'

/** The build is another team's code: it gets programs, network and npm settings, but no secrets. */
const KNOWN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no|all)_proxy|npm_config_(?:registry|cafile|cache|proxy|https_proxy|noproxy))$/i
const SHOWN_CHARACTERS = 4_000
/** A build may write without end. */
const MOST_CHARACTERS = 1_000_000

export type ProgramOptions = { cwd: string; signal: AbortSignal }

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
