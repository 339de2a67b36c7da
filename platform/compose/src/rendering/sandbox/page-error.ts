import { JSException } from 'quickjs-wasi'

/** Why a page or module cannot be rendered, in words for the person who reads the refusal. */
export class PageError extends Error {
  override name = 'PageError'
}

/** What the engine's binding gives for a property that throws when it is read. */
const UNREADABLE = '<null>'
/** Lines of the platform that pages run on, which say nothing to a team. */
const PRELUDE_LINE = /\n[^\n]*\(prelude:\d+:\d+\)/g

/** What was thrown, with its lines when it was thrown in the engine; our own stack would say nothing to a team. */
export function describeThrown(error: unknown): string {
  if (error instanceof PageError) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === UNREADABLE && error.message === UNREADABLE) return 'it threw something that cannot be described'
  const said = `${error.name}: ${error.message}`
  return error instanceof JSException && typeof error.stack === 'string'
    ? `${said}\n${error.stack}`.replace(PRELUDE_LINE, '').trimEnd()
    : said
}
