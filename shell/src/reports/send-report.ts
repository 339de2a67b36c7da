import { compositionHere } from '@site/shared/composition-timing'

/** The origin's limit. */
const MAX_BYTES = 2_048

export type FailureKind = 'load' | 'throw' | 'rejection' | 'repair' | 'altered' | 'dead'

export type Report = {
  /** Of use, each once a document: in use; slow to answer; covered or not visible; something put into the cart. */
  kind?: FailureKind | 'interactive' | 'busy' | 'hidden' | 'cart'
  name?: string
  message?: string
  /** Places on the stack, the innermost first: `/assets/catalog/a.0123456789ab.js:1:234`. */
  stack?: readonly string[]
  vitals?: Readonly<Record<string, number>>
  /** Name of a vital → selector of the element it is about. */
  targets?: Readonly<Record<string, string>>
  page?: string | undefined
}

/** Contains nothing about the visitor. */
export function sendReport(report: Report): void {
  const about = { composition: compositionHere(), url: window.location.pathname.slice(0, 150) }
  const [whole, short] = [
    { ...about, ...report },
    { ...about, ...report, message: '', stack: report.stack?.slice(0, 1) },
  ]
  const body = [whole, short].map((it) => JSON.stringify(it)).find((it) => new Blob([it]).size <= MAX_BYTES)
  if (body) navigator.sendBeacon?.('/beacon', body)
}

export function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', () => setTimeout(work), { once: true })
}
