import { type ChildProcessByStdio, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { serialize } from 'node:v8'
import type { Program } from './program-files'
import type { RenderInput } from './render-program'

/** `nobody` on the systems where this process may become somebody else. */
const NOBODY = 65_534
/** For the process around the engine, which has a limit of its own. */
const PROCESS_MEMORY_MB = 256
/** The engine says that its stack is full long before; without this V8 would say so first, and earlier on some machines. */
const STACK_KB = 3_900
/** Up to here it costs more processor time to optimise the engine while it runs (0.3 s) than that saves. */
const FEW_DOCUMENTS = 10

/** The process takes program and work from its input: it may open no file, and an argument is too short. */
const START = `
process.on('SIGUSR1', () => {})
const parts = []
process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
  const { program, ...input } = require('node:v8').deserialize(Buffer.concat(parts))
  const module = { exports: {} }
  const names = ['module', 'exports', 'require']
  require('node:vm').compileFunction(program, names, { filename: 'render-program.cjs' })(module, module.exports, require)
  const send = (line) => new Promise((resolve) => process.stdout.write(line, () => resolve()))
  module.exports.renderAll(input, send)
})`

export type RenderingProcess = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts a process with an empty environment and Node's permission model: no file, process, thread or add-on. It speaks
 * on plain pipes: Node's own channel would let it send handles.
 */
export function startRendering(program: Program, input: Pick<RenderInput, 'work' | 'limits'>): RenderingProcess {
  const isRoot = process.getuid?.() === 0
  const child = spawn(process.execPath, [...nodeOptions(input.work.jobs.length), '--eval', START], {
    cwd: path.parse(process.execPath).root,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  child.stdin.on('error', () => {})
  child.stdin.end(serialize({ ...program, ...input }))
  return child
}

function nodeOptions(documents: number): string[] {
  const isKnown = (option: string) => process.allowedNodeEnvironmentFlags.has(option)
  return [
    isKnown('--permission') ? '--permission' : '--experimental-permission',
    ...(isKnown('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
    '--no-warnings',
    `--max-old-space-size=${PROCESS_MEMORY_MB}`,
    `--stack-size=${STACK_KB}`,
    ...(documents <= FEW_DOCUMENTS ? ['--liftoff-only'] : []),
  ]
}
