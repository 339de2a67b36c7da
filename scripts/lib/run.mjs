import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './packages.mjs'

export function run(command, args, { env } = {}) {
  return new Promise((resolve, reject) => {
    spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(endOf(command, args, code)))))
  })
}

export function runQuietly(command, args, env) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`${output.trim()}\n${endOf(command, args, code)}`)),
      )
  })
}

const endOf = (command, args, code) => `${command} ${args.join(' ')} ended with ${code}`

export function site(...args) {
  return run(process.execPath, [path.join(root, 'platform/operator/dist/site.cjs'), ...args])
}
