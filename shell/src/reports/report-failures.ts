import type { ErrorInfo } from 'react'
import { KEPT_FAILURES } from '../document/kept-failures'
import { type FailureKind, sendReport } from './send-report'
import { whenLoaded } from './when-loaded'

/** A page that fails over and over says so this often. */
const MOST_REPORTS = 5
const MOST_FRAMES = 6
const MOST_TEXT = 200
const FRAME = /https?:\/\/[^\s()]+:\d+:\d+/g

const reported = new Set<string>()

/**
 * Reports what nobody catches, for as long as the page lives; nothing is sent before the page has loaded. The starter has
 * listened from the beginning: what it kept is reported, and what it is told from now on comes here.
 */
export function reportFailures(): void {
  const kept = (window as unknown as Partial<Record<string, Event[]>>)[KEPT_FAILURES] ?? []
  for (const event of kept.splice(0)) reportEvent(event)
  kept.push = (...events) => {
    for (const event of events) reportEvent(event)
    return 0
  }
}

function reportEvent(event: Event): void {
  if (!(event instanceof ErrorEvent)) {
    reportFailure('rejection', (event as PromiseRejectionEvent).reason)
    return
  }
  const { error, message, filename, lineno, colno } = event
  // Where a script cannot be read, its error has no stack.
  reportFailure('throw', error ?? message, `${filename}:${lineno}:${colno}`)
}

/**
 * Reports one failure, and the same one only once.
 * @param places where it was thrown, if that is known besides its stack: a text with addresses in it, the innermost first
 */
export function reportFailure(kind: FailureKind, error: unknown, places = ''): void {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const key = `${name} ${message} ${places}`
  if (reported.has(key) || reported.size >= MOST_REPORTS) return
  reported.add(key)
  const frames = framesOf(`${places} ${stack}`)
  whenLoaded(() =>
    sendReport({
      kind,
      name: name.slice(0, 60),
      message: message.slice(0, MOST_TEXT),
      stack: frames.slice(0, MOST_FRAMES).map((frame) => frame.slice(0, MOST_TEXT)),
    }),
  )
}

/** What React's boundaries catch has a page in its place, and is a failure all the same. */
export function reportCaught(error: unknown): void {
  console.error(error)
  // What could not be loaded has been reported by whoever asked for it.
  if (!(error instanceof Error && error.name === 'ChunkLoadError')) reportFailure('throw', error)
}

/** What is not as the server has sent it, and is made anew: a visitor may see it change. */
export function reportRepair(error: unknown, { componentStack }: ErrorInfo): void {
  console.error(error)
  reportFailure('repair', error, componentStack ?? '')
}

/** The places that a text names, each once; those of this site as paths. */
export function framesOf(stack: string): string[] {
  return [...new Set(stack.match(FRAME))].map((frame) => frame.replace(window.location.origin, ''))
}
