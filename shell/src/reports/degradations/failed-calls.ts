import { framesOf } from '../report-failures'
import type { ReportDegradation } from './observe'

/** From here on the server could not do what it was asked; what is below is its answer to whoever asked. */
const FIRST_ERROR = 500
const API = /^\/api\//
const MOST_FRAMES = 6

/**
 * Reports calls of the API that it could not answer, or that never reached it while there is a network, by the code that
 * made them. A call that its own page gave up is no failure.
 */
export function watchCalls(report: ReportDegradation): void {
  const original = window.fetch
  window.fetch = (input, init) => {
    const { stack = '' } = new Error()
    const calling = original.call(window, input, init)
    const path = apiPathOf(input)
    if (path === undefined) return calling
    // The innermost place is this function.
    const fail = (what: string | number) =>
      report('failed-call', `${path} ${what}`, framesOf(stack).slice(1, MOST_FRAMES + 1))
    calling.then(
      ({ status }) => {
        if (status >= FIRST_ERROR) fail(status)
      },
      // Whoever gives a call up may give any reason.
      (reason) => {
        if (Object(reason).name === 'TypeError' && navigator.onLine) fail('no answer')
      },
    )
    return calling
  }
}

/** `undefined` for what is no call of this site's API; what is no address at all is refused by `fetch` itself. */
function apiPathOf(input: RequestInfo | URL): string | undefined {
  try {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    return origin === window.location.origin && API.test(pathname) ? pathname : undefined
  } catch {
    return undefined
  }
}
