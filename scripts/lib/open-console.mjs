import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './packages.mjs'

const LINK = /http:\S+\/enter\?token=\S+/

/**
 * Starts the operator's console of a site on a free port.
 * @param env SITE_DIR and what else its commands need
 * @throws Error when it ends before it is ready
 */
export async function openConsole(env) {
  const program = path.join(root, 'platform/operator/dist/site.cjs')
  const child = spawn(process.execPath, [program, 'console', '--listen', 'localhost:0'], { env, cwd: root })
  let output = ''
  const link = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
        const [found] = LINK.exec(output) ?? []
        if (found) resolve(found)
      })
    }
    child.once('exit', (code) => reject(new Error(`The console ended with ${code}:\n${output}`)))
  })
  return { link, pid: child.pid, output: () => output, stop: () => child.kill('SIGTERM') }
}
