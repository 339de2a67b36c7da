import { PageUrlSearchParams } from './page-url-search-params'

/** URL parts in the order of the lent parser's answer. */
export const URL_PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
export type UrlPart = (typeof URL_PARTS)[number]

/** Limit that holds before any text leaves the sandbox. */
export const MAX_URL_LENGTH = 8192

/**
 * Node's parser: one URL part per line, or '' for an invalid URL.
 * @param part set to `value` after parsing, unless it is ''
 */
export type ParseUrl = (url: string, base: string, part: string, value: string) => string

/** Creates the URL standard's `URL`. A closure holds the lent parser, so pages cannot reach it. */
export function pageUrlClass(parse: ParseUrl) {
  const parseWithin = (...texts: [string, string, string, string]) => {
    const long = texts.find(({ length }) => length > MAX_URL_LENGTH)
    if (long) throw new TypeError(`An address of ${long.length} characters is longer than ${MAX_URL_LENGTH}`)
    return parse(...texts)
  }
  const parsed = (url: unknown, base: unknown) =>
    parseWithin(String(url), base === undefined ? '' : String(base), '', '')

  class PageUrl {
    #parts: string[]
    #params: PageUrlSearchParams | undefined

    constructor(url: unknown, base?: unknown) {
      const found = parsed(url, base)
      if (!found) throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: String(url) })
      this.#parts = found.split('\n')
    }

    static canParse(url: unknown, base?: unknown): boolean {
      return parsed(url, base) !== ''
    }

    static parse(url: unknown, base?: unknown): PageUrl | null {
      return PageUrl.canParse(url, base) ? new PageUrl(url, base) : null
    }

    static {
      URL_PARTS.forEach((part, index) => {
        Object.defineProperty(PageUrl.prototype, part, {
          get(this: PageUrl) {
            return this.#parts[index]
          },
          set(this: PageUrl, value: unknown) {
            this.#set(part, String(value))
            if (part === 'href' || part === 'search') this.#params = undefined
          },
          configurable: true,
          enumerable: true,
        })
      })
    }

    get searchParams(): PageUrlSearchParams {
      this.#params ??= new PageUrlSearchParams(this.#parts[URL_PARTS.indexOf('search')], (query) =>
        this.#set('search', query),
      )
      return this.#params
    }

    get [Symbol.toStringTag](): string {
      return 'URL'
    }

    toString(): string {
      return this.#parts[0] ?? ''
    }

    toJSON(): string {
      return this.toString()
    }

    #set(part: UrlPart, value: string): void {
      if (part === 'origin') return
      const found = parseWithin(this.toString(), '', part, value)
      if (!found) throw new TypeError('Invalid URL')
      this.#parts = found.split('\n')
    }
  }
  return PageUrl
}
