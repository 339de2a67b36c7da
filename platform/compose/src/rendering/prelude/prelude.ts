/** First code in the engine: the platform that all pages of one package share. */

import type { CompanyFacts } from '@site/shared/company-facts'
import { installPageGlobals, loadNodeModule } from './page-globals'
import type { ParseUrl } from './page-url'
import { TaskQueue } from './task-queue'

type Bundle = (module: { exports: unknown }, exports: unknown, require: (request: string) => unknown) => void
type Host = {
  provided: Readonly<Record<string, unknown>>
  renderPage: (input: Record<string, unknown>) => Promise<unknown>
}
type Finished = { html: unknown } | { error: unknown }

export function startPrelude(parseUrl: ParseUrl) {
  const queue = new TaskQueue()
  const modules: Record<string, unknown> = Object.create(null)
  let logged: string[] = []
  let host: Host
  let finished: Finished | undefined
  installPageGlobals(globalThis, { parseUrl, queue, onError: (text) => logged.push(text) })

  return {
    startHost(bundle: Bundle, owner: string, company: string): void {
      const facts: CompanyFacts | null = JSON.parse(company)
      globalThis.companyFacts = facts ?? undefined
      const exported = run(bundle, (request) => loadNodeModule(owner, request))
      if (!isHost(exported)) throw new Error(`${owner} does not export "provided" and "renderPage"`)
      host = exported
    },

    startModule(bundle: Bundle, owner: string, name: string): void {
      modules[name] = run(bundle, (request) => {
        if (Object.hasOwn(host.provided, request)) return host.provided[request]
        throw new Error(`${owner} asks for "${request}", which the host does not provide`)
      })
    },

    startPage(input: string): void {
      finished = undefined
      queue.clear()
      const rendered = (async () => host.renderPage({ ...JSON.parse(input), modules }))()
      rendered.then(
        (html) => {
          finished = { html }
        },
        (error) => {
          finished = { error }
        },
      )
    },

    isFinished: () => finished !== undefined,
    runNext: () => queue.runNext(),
    runDue: () => queue.runDue(),

    takePage(): unknown {
      if (!finished) throw new Error('the page is not finished')
      if ('error' in finished) throw finished.error
      return finished.html
    },

    takeLogged(): string {
      const text = logged.join('; ')
      logged = []
      return text
    },

    /** Throws inside the engine, so that rejections read like thrown errors. */
    rethrow(reason: unknown): never {
      throw reason
    },
  }
}

export type Prelude = ReturnType<typeof startPrelude>

function run(bundle: Bundle, require: (request: string) => unknown): unknown {
  const module: { exports: unknown } = { exports: {} }
  bundle(module, module.exports, require)
  return module.exports
}

function isHost(value: unknown): value is Host {
  if (typeof value !== 'object' || value === null) return false
  const { provided, renderPage } = value as Partial<Host>
  return typeof provided === 'object' && typeof renderPage === 'function'
}
