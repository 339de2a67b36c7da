import { forbidLocales } from './forbid-locales'
import { nodeModules, pageBuffer } from './node-modules'
import { pageConsole } from './page-console'
import { PageHeaders, PageResponse, pageRequestClass } from './page-request'
import { type ParseUrl, pageUrlClass } from './page-url'
import { PageUrlSearchParams } from './page-url-search-params'
import { type TaskQueue, timersOf } from './task-queue'
import { Utf8Decoder, Utf8Encoder } from './utf8'

type Hosting = { parseUrl: ParseUrl; queue: TaskQueue; onError: (text: string) => void }

/** Gives the engine what pages may use of the web platform and of Node, under the names they know. */
export function installPageGlobals(scope: object, { parseUrl, queue, onError }: Hosting): void {
  const urlClass = pageUrlClass(parseUrl)
  const globals = {
    ...timersOf(queue),
    Buffer: pageBuffer,
    console: pageConsole(onError),
    Headers: PageHeaders,
    Request: pageRequestClass(urlClass),
    Response: PageResponse,
    TextDecoder: Utf8Decoder,
    TextEncoder: Utf8Encoder,
    URL: urlClass,
    URLSearchParams: PageUrlSearchParams,
  }
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(scope, name, { value, writable: true, configurable: true, enumerable: false })
  }
  forbidLocales(scope)
}

/** What the host's bundle may load. */
export function loadNodeModule(owner: string, request: string): unknown {
  const name = request.replace(/^node:/, '')
  if (Object.hasOwn(nodeModules, name)) return nodeModules[name]
  throw new Error(`${owner} asks for "${request}", which the host may not load`)
}
