import { format } from 'node:util'
import { loadHost, loadRemoteModule } from './load-bundle'
import type { RenderEvent, RenderWork } from './render-job'

type RenderPage = (input: Record<string, unknown>) => Promise<unknown>
type Host = { provided: Record<string, unknown>; renderPage: RenderPage }

const REASON_LINES = 6
let doing = 'start of the process'
const errors: string[] = []
const send = process.send?.bind(process)

for (const method of ['log', 'info', 'debug', 'warn'] as const) console[method] = () => {}
console.error = (...args: unknown[]) => errors.push(format(...args))
// Pages speak by what they return; the channel and Node's modules are not theirs.
Object.assign(process, { send: undefined, disconnect: undefined, getBuiltinModule: undefined })

process.on('uncaughtException', fail)
process.once('message', (work: RenderWork) => void renderAll(work).catch(fail))

async function renderAll({ host: hostBundle, modules: bundles, jobs, config }: RenderWork): Promise<void> {
  await begin(`start of ${hostBundle.package}`)
  const host = loadHost(hostBundle)
  if (!isHost(host)) throw new Error(`${hostBundle.filename} does not export "provided" and "renderPage"`)
  const modules: Record<string, unknown> = {}
  for (const bundle of bundles) {
    await begin(`module ${bundle.module}`)
    modules[bundle.module] = loadRemoteModule(bundle, host.provided)
  }
  for (const { url, module, ...rest } of jobs) {
    await begin(`page ${url} of ${module}`)
    const html = await host.renderPage({ url, modules, config, ...rest })
    await settle()
    refuseErrors()
    if (typeof html !== 'string' || html === '') throw new Error('renderPage gave no HTML')
    await report({ type: 'rendered', html })
  }
}

/** Lets what the page started, and did not wait for, fail in its own turn. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** What is begun has been said before it begins: a page that ends the process is named. */
async function begin(step: string): Promise<void> {
  refuseErrors()
  doing = step
  await report({ type: 'started', doing })
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

function fail(error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const reason = stack.split('\n').slice(0, REASON_LINES).join('\n')
  void report({ type: 'failed', doing, reason })
}

function report(event: RenderEvent): Promise<void> {
  return new Promise((resolve) => send?.(event, undefined, undefined, () => resolve()))
}
