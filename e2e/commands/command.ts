import { spawn } from 'node:child_process'
import { freePort } from '../../scripts/lib/free-port.mjs'

/** Starts a command as a user would type it, on a port of its own. */
export async function startCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const [program = '', ...args] = line.split(' ')
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...userEnvironment(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is what Ctrl+C ends.
    detached: true,
  })
  let output = ''
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      tell()
    })
  }
  let code: number | undefined
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      code = status ?? 1
      resolve(code)
      tell()
    })
  })
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    ended,
    /** Waits until it has written something. */
    writes(text: RegExp): Promise<void> {
      return new Promise((resolve, reject) => {
        const look = () => {
          if (text.test(output)) resolve()
          else if (code === undefined) return
          else reject(new Error(`"${line}" ended with ${code} and did not write ${text}:\n${output}`))
          listeners.delete(look)
        }
        listeners.add(look)
        look()
      })
    },
    /** Ctrl+C. */
    async stop(): Promise<void> {
      if (code !== undefined || child.pid === undefined) return
      process.kill(-child.pid, 'SIGINT')
      await ended
    },
  }
}

/** Runs a command to its end. */
export async function runCommand(folder: string, line: string, env: NodeJS.ProcessEnv = {}) {
  const command = await startCommand(folder, line, env)
  return { code: await command.ended, output: command.output() }
}

/** Without what this test runner has set for itself and its workers. */
function userEnvironment(): NodeJS.ProcessEnv {
  const own = /^(NODE_ENV|NODE_OPTIONS|CI|FORCE_COLOR|SITE_|BUILT_|TEST_|PLAYWRIGHT|PW|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}
