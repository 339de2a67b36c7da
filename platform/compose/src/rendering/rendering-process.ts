import { type ChildProcessByStdio, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { serialize } from 'node:v8'
import type { Program } from './program-files'
import type { RenderInput } from './render-program'

/** Unprivileged user id, for a parent that runs as root. */
const NOBODY = 65_534
/** V8 heap outside the engine, which has its own limit. */
const PROCESS_MEMORY_MB = 256
/** Large enough that the engine's own stack limit comes first on every machine. */
const STACK_KB = 3_900
/** Up to this many documents, optimising the engine costs more CPU time (0.3 s) than it saves. */
const FEW_DOCUMENTS = 10

/** The input carries program and work: the process may open no file, and arguments are too short. */
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
 * Starts a process without environment, files, children, threads or add-ons (Node's permission model).
 * Plain pipes carry no handles, unlike Node's IPC channel.
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
