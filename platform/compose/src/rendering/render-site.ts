import path from 'node:path'
import type { SiteRule } from '../rules/checked-page'
import { readProgram } from './program-files'
import type { RenderWork } from './render-job'
import { startRendering } from './rendering-process'
import { RenderingReader } from './rendering-reader'
import { stepsOf } from './rendering-steps'

export type RenderLimits = {
  /** For each page, and for the start of each package's code. */
  timeoutMs: number
  /** For each package. */
  memoryMb: number
  /** The built `render-program`, with what it needs beside it. */
  programFile: string
  /** Rules of the whole site that the finished pages may break, by the word of a person. */
  allowed?: readonly SiteRule[]
  /** What renders within these limits; `renderSite`, or what gives the same. */
  render: typeof renderSite
  /** Of the packages whose pages are kept, those that are rendered all the same. */
  renderedAgain?: (kept: readonly string[]) => readonly string[]
  /** Told of each document that was rendered. */
  onProgress?: (progress: RenderProgress) => void
}

/** In documents: how many of those to render are done, and how many are kept from before. */
export type RenderProgress = { done: number; of: number; reused: number }

/** So often one of the kept packages is rendered anew, so that a forged page does not stay. */
const RENDERED_AGAIN = 0.05

export const defaultLimits: RenderLimits = {
  timeoutMs: 10_000,
  memoryMb: 64,
  programFile: path.join(__dirname, 'render-program.cjs'),
  render: renderSite,
  renderedAgain: (kept) => pickOne(kept, Math.random() / RENDERED_AGAIN),
}

/** @param chance from 0; from 1 on it picks none */
export function pickOne<Item>(items: readonly Item[], chance: number): Item[] {
  const place = Math.floor(chance * items.length)
  return items.slice(place, place + 1)
}

const MAX_NOTE_BYTES = 16_384
/** For each step: 10 million of what the engine counts. A page of ours takes up to a tenth of that. */
const INTERRUPTS = 1_000

/** Told of each document, in the order of `work.jobs`; the next one is read when it is done with. */
export type OnDocument = (html: string) => void | Promise<void>

/**
 * Renders every document in a process of its own, and each package in a sandbox with the shell's code and its own.
 * @throws Refusal naming the page and the reason as soon as one page fails
 */
export async function renderSite(
  work: RenderWork,
  { timeoutMs, memoryMb, programFile }: Pick<RenderLimits, 'timeoutMs' | 'memoryMb' | 'programFile'>,
  onDocument: OnDocument = () => {},
): Promise<void> {
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
    // Where documents are not done with as quickly as they come, the process waits, and its time with it.
    for await (const text of child.stdout.setEncoding('utf8')) {
      clock.pause()
      for (const html of reader.read(text)) await onDocument(html)
      if (reader.isFinished) return
      clock.resume()
    }
    await closed
    throw reader.refusal(reasonOfEnd(notes))
  }

  try {
    await Promise.race([readAll(), failure])
  } finally {
    clock.pause()
    child.kill('SIGKILL')
  }
}

type StepClock = { restart: () => void; pause: () => void; resume: () => void }

function startStepClock(limitMs: number, onLate: () => void): StepClock {
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

function reasonOfEnd(notes: string): string {
  return notes.includes('heap out of memory') ? 'it took more memory than its process may' : 'it ended the process'
}
