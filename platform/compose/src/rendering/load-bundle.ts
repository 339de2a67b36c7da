import vm from 'node:vm'
import type { ServerBundle } from './render-job'

/** Parts of Node that rendering to a stream needs; the host gets these and no others. */
const BUILTINS = new Set(['async_hooks', 'buffer', 'crypto', 'events', 'stream', 'stream/web', 'url', 'util'])

// Taken before any page runs: the program takes it away from the pages.
const { getBuiltinModule } = process

/** Runs the host's bundle; @throws Error when it asks for more of Node than rendering needs. */
export function loadHost(bundle: ServerBundle): unknown {
  return run(bundle, (request) => {
    const name = request.replace(/^node:/, '')
    if (BUILTINS.has(name)) return getBuiltinModule(name)
    throw new Error(`${bundle.package} asks for "${request}", which the host may not load`)
  })
}

/** Runs a remote's module; it sees what the host provides, so there is one React by construction. */
export function loadRemoteModule(bundle: ServerBundle, provided: Readonly<Record<string, unknown>>): unknown {
  return run(bundle, (request) => {
    if (Object.hasOwn(provided, request)) return provided[request]
    throw new Error(`${bundle.package} asks for "${request}", which the host does not provide`)
  })
}

function run({ code, filename }: ServerBundle, require: (request: string) => unknown): unknown {
  const module: { exports: unknown } = { exports: {} }
  const start = vm.compileFunction(code, ['module', 'exports', 'require'], { filename })
  start(module, module.exports, require)
  return module.exports
}
