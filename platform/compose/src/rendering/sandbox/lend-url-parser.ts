import type { JSValueHandle, QuickJS } from 'quickjs-wasi'
import { MAX_URL_LENGTH, type ParseUrl, URL_PARTS, type UrlPart } from '../prelude/page-url'

/** The only function of the host process that the engine can call. */
export const URL_PARSER = 'parseUrl'

export const parseUrl: ParseUrl = (url, base, part, value) => {
  try {
    const parsed = base === '' ? new URL(url) : new URL(url, base)
    if (isSettable(part)) parsed[part] = value
    return URL_PARTS.map((name) => parsed[name]).join('\n')
  } catch {
    return ''
  }
}

function isSettable(part: string): part is Exclude<UrlPart, 'origin'> {
  return part !== 'origin' && URL_PARTS.some((name) => name === part)
}

/** Accepts only four short strings: converting an object would run code of the page. */
export function lendUrlParser(vm: QuickJS) {
  return (...values: JSValueHandle[]): JSValueHandle => {
    const [url = '', base = '', part = '', value = ''] = values.slice(0, 4).map(shortText)
    return vm.newString(parseUrl(url, base, part, value))
  }
}

function shortText(value: JSValueHandle): string {
  if (!value.isString) throw new TypeError('An address is parsed from text')
  if (value.length > MAX_URL_LENGTH) throw new TypeError(`An address is no longer than ${MAX_URL_LENGTH} characters`)
  return value.toString()
}
