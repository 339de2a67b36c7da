import type { JSValueHandle } from 'quickjs-wasi'
import { MAX_PAGE_CHARACTERS } from '../render-job'
import { PageError } from './page-error'

export function documentOf(value: JSValueHandle): string {
  if (!value.isString || value.length === 0) throw new PageError('renderPage gave no HTML')
  if (value.length > MAX_PAGE_CHARACTERS) {
    throw new PageError(`its HTML has ${value.length} characters, ${MAX_PAGE_CHARACTERS} are the limit`)
  }
  return textOf(value)
}

/** A text of the engine; '' for anything else. The binding gives another text for one that it had no memory to copy. */
export function textOf(value: JSValueHandle): string {
  const text = value.isString ? value.toString() : ''
  if (value.isString && text.length !== value.length) throw new Error('wasm_malloc failed')
  return text
}
