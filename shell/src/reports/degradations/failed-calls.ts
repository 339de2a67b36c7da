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
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (origin !== window.location.origin || !API.test(pathname)) return calling
    // The innermost place is this function.
    const fail = (what: string | number) =>
      report('failed-call', `${pathname} ${what}`, framesOf(stack).slice(1, MOST_FRAMES + 1))
    calling.then(
      ({ status }) => {
        if (status >= FIRST_ERROR) fail(status)
      },
      ({ name }) => {
        if (name !== 'AbortError' && navigator.onLine) fail('no answer')
      },
    )
    return calling
  }
}
