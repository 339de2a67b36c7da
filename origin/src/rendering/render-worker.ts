import { format } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { loadHost, loadRemoteModule } from './load-bundle'
import type { RenderEvent, RenderWork } from './render-job'

type RenderPage = (input: Record<string, unknown>) => Promise<unknown>
type Host = { provided: Record<string, unknown>; renderPage: RenderPage }

// Set by renderSite and nobody else; its type cannot cross a thread.
const work: RenderWork = workerData
let doing = 'start of the worker'
const errors: string[] = []
const REASON_LINES = 6

for (const method of ['log', 'info', 'debug', 'warn'] as const) console[method] = () => {}
console.error = (...args: unknown[]) => errors.push(format(...args))

renderAll().catch((error) => {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const reason = stack.split('\n').slice(0, REASON_LINES).join('\n')
  tell({ type: 'failed', doing, reason })
})

async function renderAll(): Promise<void> {
  begin(`start of ${work.host.package}`)
  const host = loadHost(work.host)
  if (!isHost(host)) throw new Error(`${work.host.filename} does not export "provided" and "renderPage"`)
  const modules: Record<string, unknown> = {}
  for (const bundle of work.modules) {
    begin(`module ${bundle.module}`)
    modules[bundle.module] = loadRemoteModule(bundle, host.provided)
  }
  for (const { url, module, ...rest } of work.jobs) {
    begin(`page ${url} of ${module}`)
    const html = await host.renderPage({ url, modules, config: work.config, ...rest })
    await settle()
    refuseErrors()
    if (typeof html !== 'string' || html === '') throw new Error('renderPage gave no HTML')
    tell({ type: 'rendered', html })
  }
}

/** Lets what the page started, and did not wait for, fail in its own turn. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function begin(step: string): void {
  refuseErrors()
  doing = step
  tell({ type: 'started', doing })
}

/** React reports broken markup and misused hooks there and renders on. */
function refuseErrors(): void {
  if (errors.length > 0) throw new Error(`console.error was called: ${errors.join('; ')}`)
}

function isHost(value: unknown): value is Host {
  if (typeof value !== 'object' || value === null) return false
  const { provided, renderPage } = value as Partial<Host>
  return typeof provided === 'object' && typeof renderPage === 'function'
}

function tell(event: RenderEvent): void {
  parentPort?.postMessage(event)
}
