import { JSException } from 'quickjs-wasi'

export class PageError extends Error {
  override name = 'PageError'
}

/** The binding's value for a property whose getter throws. */
const UNREADABLE = '<null>'
/** Stack lines of the prelude, which do not help a team. */
const PRELUDE_LINE = /\n[^\n]*\(prelude:\d+:\d+\)/g

export function describeThrown(error: unknown): string {
  if (error instanceof PageError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === UNREADABLE && error.message === UNREADABLE) return 'it threw something that cannot be described'
  const said = `${error.name}: ${error.message}`
  return error instanceof JSException && typeof error.stack === 'string'
    ? `${said}\n${error.stack}`.replace(PRELUDE_LINE, '').trimEnd()
    : said
}
