import { nodeModules, pageBuffer } from './node-modules'
import { type ParseUrl, pageUrlClass } from './page-url'
import { PageUrlSearchParams } from './page-url-search-params'
import { type TaskQueue, timersOf } from './task-queue'

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
function pageRequestClass(urlClass: new (url: string) => object) {
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
class PageResponse {
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

/** The engine has no locales and would ignore them silently. */
function forbid(name: string): () => never {
  return () => {
    throw new Error(
      `${name} is not available while pages are rendered: what it gives depends on the machine. ` +
        'Format with code of your own or of @site/shared (formatPounds), and compare text with < and >.',
    )
  }
}

const METHODS: [owner: object, ownerName: string, names: string[]][] = [
  [Array.prototype, 'Array', ['toLocaleString']],
  [BigInt.prototype, 'BigInt', ['toLocaleString']],
  [Date.prototype, 'Date', ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [Number.prototype, 'Number', ['toLocaleString']],
  [Object.getPrototypeOf(Uint8Array.prototype), 'TypedArray', ['toLocaleString']],
  [String.prototype, 'String', ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
]

/** Makes locale-dependent functions throw with an alternative. */
function forbidLocales(scope: object): void {
  for (const [owner, ownerName, names] of METHODS) {
    for (const name of names) {
      const value = forbid(`${ownerName}.prototype.${name}`)
      Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false })
    }
  }
  const value = new Proxy(
    {},
    { get: (_target, name) => (typeof name === 'symbol' ? undefined : forbid(`Intl.${name}`)()) },
  )
  Object.defineProperty(scope, 'Intl', { value, writable: true, configurable: true, enumerable: false })
}

type Hosting = { parseUrl: ParseUrl; queue: TaskQueue; onError: (text: string) => void }

export function installPageGlobals(scope: object, { parseUrl, queue, onError }: Hosting): void {
  const urlClass = pageUrlClass(parseUrl)
  const globals = {
    ...timersOf(queue),
    Buffer: pageBuffer,
    console: pageConsole(onError),
    Request: pageRequestClass(urlClass),
    Response: PageResponse,
    URL: urlClass,
    URLSearchParams: PageUrlSearchParams,
  }
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(scope, name, { value, writable: true, configurable: true, enumerable: false })
  }
  forbidLocales(scope)
}

export function loadNodeModule(owner: string, request: string): unknown {
  const name = request.replace(/^node:/, '')
  if (Object.hasOwn(nodeModules, name)) return nodeModules[name]
  throw new Error(`${owner} asks for "${request}", which the host may not load`)
}

/** Fills the placeholders of React's messages. */
function formatLogged([first, ...values]: unknown[]): string {
  const text = describe(first).replace(/%[sdifjoOc]/g, (placeholder) =>
    values.length > 0 ? describe(values.shift()) : placeholder,
  )
  return [text, ...values.map(describe)].join(' ')
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`.trimEnd()
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}

/**
 * Collects `console.error`, which refuses the page: React reports broken markup and misused hooks there. Drops the
 * rest.
 */
function pageConsole(onError: (text: string) => void) {
  const error = (...values: unknown[]) => onError(formatLogged(values))
  return new Proxy({ error }, { get: (own, name) => (name === 'error' ? own.error : () => {}) })
}
