import { findFunction, findPosition } from './find-code'
import { observe, type ReportDegradation } from './observe'
import { findComponent, handlerOf, packageOf } from './react-owner'

/** What a visitor notices begins here, in ms (https://web.dev/articles/inp). */
const LEAST_MS = 200
/** Of the latest long frames; an interaction is reported soon after its own. */
const MOST_FRAMES = 20
/** React, which calls every handler. */
const REACT = /\/assets\/shell\/vendor\./

type EventEntry = PerformanceEntry & {
  interactionId: number
  processingStart: number
  processingEnd: number
  target: Node | null
}
type ScriptTiming = PerformanceEntry & { sourceURL: string; sourceCharPosition: number }
type LongFrame = PerformanceEntry & { scripts: readonly ScriptTiming[] }

/** What else a key or a pointer may have called, where its own event has no handler. */
const FOLLOWING = {
  key: ['keydown', 'keypress', 'beforeinput', 'input', 'change', 'keyup', 'submit'],
  pointer: ['click', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'change', 'submit'],
}

/** Reports what took long from the hand to the next paint, by the script that ran, or the handler that React has called. */
export function watchInteractions(report: ReportDegradation): void {
  const frames: LongFrame[] = []
  observe<LongFrame>('long-animation-frame', (entries) => {
    frames.push(...entries)
    frames.splice(0, frames.length - MOST_FRAMES)
  })
  observe<EventEntry>(
    'event',
    (entries) => {
      for (const entry of longestOfEach(entries)) {
        const message = `${entry.name} ${Math.round(entry.duration)} ms`
        // Its frame is noted in the same moment, before it or after it.
        setTimeout(
          () => void findCode(entry, frames).then((place) => report('slow-interaction', message, place ? [place] : [])),
        )
      }
    },
    { durationThreshold: LEAST_MS },
  )
}

/** Down, up and click are one interaction; the one whose handlers took longest speaks for it. */
function longestOfEach(entries: readonly EventEntry[]): EventEntry[] {
  const longest = new Map<number, EventEntry>()
  for (const entry of entries.filter(({ interactionId }) => interactionId)) {
    const known = longest.get(entry.interactionId)
    if (!known || handlingMs(known) < handlingMs(entry)) longest.set(entry.interactionId, entry)
  }
  return [...longest.values()]
}

function handlingMs({ processingStart, processingEnd }: EventEntry): number {
  return processingEnd - processingStart
}

async function findCode(entry: EventEntry, frames: readonly LongFrame[]): Promise<string | undefined> {
  const script = longestScript(entry, frames)
  if (script && isOfOthers(script)) return undefined
  const isReact = script === undefined || REACT.test(script.sourceURL)
  return (
    (isReact ? undefined : await findScript(script)) ?? (await findHandler(entry)) ?? (script && findScript(script))
  )
}

/** A browser's extension, or a payment provider's script; of some scripts the browser says no address. */
function isOfOthers({ sourceURL }: ScriptTiming): boolean {
  return sourceURL !== '' && !sourceURL.startsWith(`${window.location.origin}/`)
}

/** What ran longest from the hand to the paint, as far as the browser says. */
function longestScript({ startTime, duration }: EventEntry, frames: readonly LongFrame[]): ScriptTiming | undefined {
  const isMeanwhile = (it: PerformanceEntry) =>
    it.startTime < startTime + duration && it.startTime + it.duration > startTime
  const scripts = frames.filter(isMeanwhile).flatMap((it) => it.scripts.filter(isMeanwhile))
  return scripts.sort((a, b) => b.duration - a.duration)[0]
}

function findScript({ sourceURL, sourceCharPosition }: ScriptTiming): Promise<string> | undefined {
  const { origin } = window.location
  if (!sourceURL.startsWith(`${origin}/assets/`) || sourceCharPosition < 0) return undefined
  return findPosition(sourceURL.slice(origin.length), sourceCharPosition)
}

async function findHandler({ name, target }: EventEntry): Promise<string | undefined> {
  if (!(target instanceof Element)) return undefined
  const others = /^(?:key|beforeinput|input)/.test(name) ? FOLLOWING.key : FOLLOWING.pointer
  const handler = handlerOf(target, [name, ...others])
  if (!handler) return undefined
  // A part of the shell's that a page uses may have put its own around the page's.
  return (await findFunction(handler.code, packageOf(handler.element))) ?? findComponent(handler.element)
}
