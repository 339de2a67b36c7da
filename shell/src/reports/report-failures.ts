import { type Report, sendReport } from './send-report'

/** A page that fails over and over says so this often. */
const MOST_REPORTS = 5
const MOST_FRAMES = 6
const MOST_TEXT = 200
const FRAME = /https?:\/\/[^\s()]+:\d+:\d+/g

const reported = new Set<string>()

/** Reports what nobody catches, for as long as the page lives; nothing is sent before the page has loaded. */
export function reportFailures(): void {
  window.addEventListener('error', ({ error, message }) => reportFailure('throw', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason))
}

/** Reports one failure, and the same one only once. */
export function reportFailure(kind: NonNullable<Report['kind']>, error: unknown): void {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const key = `${name} ${message}`
  if (reported.has(key) || reported.size >= MOST_REPORTS) return
  reported.add(key)
  const frames = (stack.match(FRAME) ?? []).map(withoutOrigin)
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

function withoutOrigin(frame: string): string {
  return frame.startsWith(window.location.origin) ? frame.slice(window.location.origin.length) : frame
}

function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', () => setTimeout(work), { once: true })
}
