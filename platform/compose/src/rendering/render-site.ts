import { spawn } from 'node:child_process'
import path from 'node:path'
import { serialize } from 'node:v8'
import type { Grant } from '../answers/compare-answers'
import type { SiteRule } from '../rules/checked-page'
import { type Program, readProgram } from './program-files'
import type { RenderInput } from './render-program'
import { RenderingReader } from './rendering-reader'
import { type RenderWork, stepsOf } from './rendering-steps'

export type RenderLimits = {
  /** Limit for each page and each package's start code. */
  timeoutMs: number
  memoryMb: number
  programFile: string
  /** Rules that pages may break, and losses: `links`, `removal:content`. */
  allowed?: readonly (SiteRule | Grant)[]
  render: typeof renderSite
  isRenderingAll?: boolean
}

export const defaultLimits: RenderLimits = {
  timeoutMs: 10_000,
  memoryMb: 64,
  programFile: path.join(__dirname, 'render-program.cjs'),
  render: renderSite,
}

const MAX_NOTE_BYTES = 16_384
/** 10 million engine steps per render step; our pages take up to a tenth. */
const INTERRUPTS = 1_000

/** Receives documents in the order of `work.jobs`; its promise delays the next one. */
export type OnDocument = (html: string) => void | Promise<void>

/**
 * Renders in a separate process, with one sandbox per package.
 * @returns failures of blocks
 * @throws Refusal naming the first failed page and the reason
 */
export async function renderSite(
  work: RenderWork,
  { timeoutMs, memoryMb, programFile }: Pick<RenderLimits, 'timeoutMs' | 'memoryMb' | 'programFile'>,
  onDocument: OnDocument = () => {},
): Promise<readonly string[]> {
  const child = startRendering(await readProgram(programFile), { work, limits: { memoryMb, interrupts: INTERRUPTS } })
  let refuse = (_reason: string) => {}
  const failure = new Promise<never>((_resolve, reject) => {
    refuse = (reason) => reject(reader.refusal(reason))
  })
  const clock = startStepClock(timeoutMs, () => refuse(`not finished after ${timeoutMs / 1000} s`))
  const reader = new RenderingReader(stepsOf(work), clock.restart)
  let notes = ''
  child.stderr.on('data', (text) => {
    notes = `${notes}${text}`.slice(-MAX_NOTE_BYTES)
  })
  child.on('error', (error) => refuse(error.message))
  const closed = new Promise((resolve) => child.once('close', resolve))

  async function readAll(): Promise<void> {
    // Back-pressure pauses the process and its clock.
    for await (const text of child.stdout.setEncoding('utf8')) {
      clock.pause()
      for (const html of reader.read(text)) await onDocument(html)
      if (reader.isFinished) return
      clock.resume()
    }
    await closed
    const isFull = notes.includes('heap out of memory')
    throw reader.refusal(isFull ? 'it took more memory than its process may' : 'it ended the process')
  }

  try {
    await Promise.race([readAll(), failure])
    return reader.failures
  } finally {
    clock.pause()
    child.kill('SIGKILL')
  }
}

function startStepClock(limitMs: number, onLate: () => void) {
  let leftMs = limitMs
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined = setTimeout(onLate, leftMs)
  return {
    restart() {
      leftMs = limitMs
    },
    pause() {
      if (timer) leftMs -= performance.now() - since
      clearTimeout(timer)
      timer = undefined
    },
    resume() {
      since = performance.now()
      timer = setTimeout(onLate, leftMs)
    },
  }
}

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

/**
 * Starts a process without environment, files, children, threads or add-ons (Node's permission model).
 * Plain pipes carry no handles, unlike Node's IPC channel.
 */
function startRendering(program: Program, input: Pick<RenderInput, 'work' | 'limits'>) {
  // Before the process starts, which a value that cannot be cloned would leave without an end.
  const message = serialize({ ...program, ...input })
  const isRoot = process.getuid?.() === 0
  const child = spawn(process.execPath, [...nodeOptions(input.work.jobs.length), '--eval', START], {
    cwd: path.parse(process.execPath).root,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  child.stdin.on('error', () => {})
  child.stdin.end(message)
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
