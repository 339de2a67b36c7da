type Init = Iterable<readonly [string, unknown]> | Record<string, unknown>

/** Subset of the Fetch standard's `Headers`: lower-case names, joined values. */
export class PageHeaders {
  #values = new Map<string, string>()

  constructor(init: Init = []) {
    for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init)) this.append(name, value)
  }

  append(name: string, value: unknown): void {
    const before = this.get(name)
    this.set(name, before === null ? value : `${before}, ${String(value)}`)
  }

  set(name: string, value: unknown): void {
    this.#values.set(name.toLowerCase(), String(value).trim())
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  forEach(callback: (value: string, name: string, headers: this) => void): void {
    for (const [name, value] of this) callback(value, name, this)
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    for (const name of [...this.#values.keys()].sort()) yield [name, this.get(name) ?? '']
  }
}

const neverAborted = {
  aborted: false,
  reason: undefined,
  addEventListener() {},
  removeEventListener() {},
  throwIfAborted() {},
}

type RequestInit = { method?: string; headers?: Init; signal?: unknown }

/** Subset of `Request` for the router. It has no body, because pages cannot fetch. */
export function pageRequestClass(urlClass: new (url: string) => object) {
  return class PageRequest {
    readonly url: string
    readonly method: string
    readonly headers: PageHeaders
    readonly signal: unknown
    readonly body = null

    constructor(input: unknown, { method, headers, signal }: RequestInit = {}) {
      const from = input instanceof PageRequest ? input : undefined
      this.url = from ? from.url : String(new urlClass(String(input)))
      this.method = (method ?? from?.method ?? 'GET').toUpperCase()
      this.headers = new PageHeaders(headers ?? from?.headers)
      this.signal = signal ?? from?.signal ?? neverAborted
    }

    clone(): PageRequest {
      return new PageRequest(this)
    }
  }
}

type ResponseInit = { status?: number; statusText?: string; headers?: Init }

/** Subset of `Response` for redirects. */
export class PageResponse {
  readonly body: unknown
  readonly status: number
  readonly statusText: string
  readonly headers: PageHeaders

  constructor(body: unknown = null, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    this.body = body
    this.status = status
    this.statusText = statusText
    this.headers = new PageHeaders(headers)
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
}
