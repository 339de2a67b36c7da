import type { ErrorInfo } from 'react'
import { wasAltered } from '../document/server-document'
import { START_EVENT } from '../document/start-event'
import { type FailureKind, sendReport, whenLoaded } from './send-report'

const MOST_REPORTS = 5
const MOST_FRAMES = 6
const MOST_TEXT = 200
const FRAME = /https?:\/\/[^\s()]+:\d+:\d+/g

const reported = new Set<string>()

/** Takes over what the starter kept and hears; sends nothing before the page has loaded. */
export function reportFailures(): void {
  const kept = (window as unknown as Partial<Record<string, Event[]>>)[START_EVENT] ?? []
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
  // A script that cannot be parsed has no stack.
  reportFailure('throw', error ?? message, `${filename}:${lineno}:${colno}`)
}

/** Reports a failure once; `places`: addresses besides its stack, innermost first. */
function reportFailure(kind: FailureKind, error: unknown, places = ''): void {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  const key = `${name} ${message} ${places}`
  if (reported.has(key) || reported.size >= MOST_REPORTS) return
  reported.add(key)
  const frames = [...new Set(`${places} ${stack}`.match(FRAME))].map((it) => it.replace(window.location.origin, ''))
  whenLoaded(() =>
    sendReport({
      kind,
      name: name.slice(0, 60),
      message: message.slice(0, MOST_TEXT),
      stack: frames.slice(0, MOST_FRAMES).map((frame) => frame.slice(0, MOST_TEXT)),
    }),
  )
}

export function reportCaught(error: unknown): void {
  console.error(error)
  // Load failures are reported where they happen.
  if (!(error instanceof Error && error.name === 'ChunkLoadError')) reportFailure('throw', error)
}

/** React rendered anew what differed from the server's HTML; no release is to blame where others had changed it. */
export function reportRepair(error: unknown, { componentStack }: ErrorInfo): void {
  console.error(error)
  reportFailure(wasAltered() ? 'altered' : 'repair', error, componentStack ?? '')
}
