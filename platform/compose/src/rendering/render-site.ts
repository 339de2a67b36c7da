import path from 'node:path'
import type { SiteRule } from '../rules/checked-page'
import { readProgram } from './program-files'
import type { RenderWork } from './render-job'
import { startRendering } from './rendering-process'
import { RenderingReader } from './rendering-reader'
import { stepsOf } from './rendering-steps'

export type RenderLimits = {
  /** Limit for each page and each package's start code. */
  timeoutMs: number
  memoryMb: number
  programFile: string
  allowed?: readonly SiteRule[]
  render: typeof renderSite
  /** Chooses kept packages to render anyway. */
  renderedAgain?: (kept: readonly string[]) => readonly string[]
  onProgress?: (progress: RenderProgress) => void
}

export type RenderProgress = { done: number; of: number; reused: number }

/** Share of activations that render one kept package again, so that a forged page does not stay. */
const RENDERED_AGAIN = 0.05

export const defaultLimits: RenderLimits = {
  timeoutMs: 10_000,
  memoryMb: 64,
  programFile: path.join(__dirname, 'render-program.cjs'),
  render: renderSite,
  renderedAgain: (kept) => pickOne(kept, Math.random() / RENDERED_AGAIN),
}

/** @param chance from 0; picks none from 1 on */
export function pickOne<Item>(items: readonly Item[], chance: number): Item[] {
  const place = Math.floor(chance * items.length)
  return items.slice(place, place + 1)
}

const MAX_NOTE_BYTES = 16_384
/** 10 million engine steps per render step; our pages take up to a tenth. */
const INTERRUPTS = 1_000

/** Receives documents in the order of `work.jobs`; its promise delays the next one. */
export type OnDocument = (html: string) => void | Promise<void>

/**
 * Renders in a separate process, with one sandbox per package.
 * @throws Refusal naming the first failed page and the reason
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
    // Back-pressure pauses the process and its clock.
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
