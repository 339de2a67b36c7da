type Init = ConstructorParameters<typeof Headers>[0]

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
    readonly headers: Headers
    readonly signal: unknown
    readonly body = null

    constructor(input: unknown, { method, headers, signal }: RequestInit = {}) {
      const from = input instanceof PageRequest ? input : undefined
      this.url = from ? from.url : String(new urlClass(String(input)))
      this.method = (method ?? from?.method ?? 'GET').toUpperCase()
      this.headers = new Headers(headers ?? from?.headers)
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
  readonly headers: Headers

  constructor(body: unknown = null, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    this.body = body
    this.status = status
    this.statusText = statusText
    this.headers = new Headers(headers)
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
}
