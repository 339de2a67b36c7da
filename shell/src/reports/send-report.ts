import { compositionHere } from '@site/shared/composition-timing'

/** The origin's limit. */
const MAX_BYTES = 2_048

export type FailureKind = 'load' | 'throw' | 'rejection' | 'repair'

export type Report = {
  /** 151.2 151.3 */
  kind?: FailureKind | 'interactive' | 'cart'
  name?: string
  message?: string
  stack?: readonly string[]
  vitals?: Readonly<Record<string, number>>
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
