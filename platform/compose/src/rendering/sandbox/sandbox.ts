import type { SiteConfig } from '@site/shared/site-config'
import { type JSValueHandle, MAX_STACK_SIZE, QuickJS, type QuickJSOptions, type Snapshot } from 'quickjs-wasi'
import { MAX_URL_LENGTH, type ParseUrl, URL_PARTS, type UrlPart } from '../prelude/page-url'
import type { Prelude } from '../prelude/prelude'
import { MAX_PAGE_CHARACTERS, type ServerBundle } from '../rendering-steps'
import { Meter, PageError, type SandboxLimits } from './meter'

/** Fixed time of every rendering, so that all machines give the same bytes. */
const RENDERED_AT_NS = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n
/** Seed of the engine's random numbers; `Math.random` starts from the clock. */
const RANDOM_BYTE = 7
/** WASI errno `badf`. */
const BAD_FILE = 8

/** Limits the engine's view of the machine: fixed clock and random numbers, UTC, no output. */
function engineOptions(engine: Engine, meter: Meter, rejections: UnhandledRejections) {
  return {
    ...engine,
    memoryLimit: meter.limits.memoryMb * 1024 * 1024,
    maxStackSize: MAX_STACK_SIZE,
    timezoneOffset: 0,
    interruptHandler: meter.isOver,
    onUnhandledRejection: rejections.note,
    wasi: (memory) => ({
      clock_time_get(_clock: number, _precision: bigint, target: number) {
        new DataView(memory.buffer).setBigUint64(target, RENDERED_AT_NS, true)
        return 0
      },
      random_get(target: number, length: number) {
        new Uint8Array(memory.buffer, target, length).fill(RANDOM_BYTE)
        return 0
      },
      fd_write: () => BAD_FILE,
    }),
  } satisfies QuickJSOptions
}

/** The extensions give pages `TextEncoder`, `TextDecoder` and `Headers`. */
type Engine = Required<Pick<QuickJSOptions, 'wasm' | 'extensions'>>
export type SandboxImage = { snapshot: Snapshot; prelude: number }
/** Calls a prelude function by name; arguments and result stay in the engine. */
type Call = (name: keyof Prelude, ...values: JSValueHandle[]) => JSValueHandle

/** JavaScript engine in WebAssembly without files, sockets, processes, clock or randomness. Only strings leave it. */
export class Sandbox {
  readonly #vm: QuickJS
  readonly #prelude: JSValueHandle
  readonly #rejections: UnhandledRejections
  readonly #meter: Meter

  private constructor(vm: QuickJS, prelude: JSValueHandle, rejections: UnhandledRejections, meter: Meter) {
    this.#vm = vm
    this.#prelude = prelude
    this.#rejections = rejections
    this.#meter = meter
  }

  static async start(engine: Engine, prelude: string, limits: SandboxLimits): Promise<Sandbox> {
    const [meter, rejections] = [new Meter(limits), new UnhandledRejections()]
    const vm = await QuickJS.create(engineOptions(engine, meter, rejections))
    const parser = vm.newFunction(URL_PARSER, lendUrlParser(vm))
    const program = vm.evalCode(wrapped(prelude), 'prelude')
    const module = vm.newObject()
    const exports = vm.newObject()
    module.setProp('exports', exports)
    vm.callFunction(program, vm.undefined, module, exports)
    const start = module.getProp('exports').getProp('startPrelude')
    return new Sandbox(vm, vm.callFunction(start, vm.undefined, parser), rejections, meter)
  }

  static async restore(engine: Engine, image: SandboxImage, limits: SandboxLimits): Promise<Sandbox> {
    const [meter, rejections] = [new Meter(limits), new UnhandledRejections()]
    const vm = await QuickJS.restore(image.snapshot, engineOptions(engine, meter, rejections))
    vm.registerHostCallback(URL_PARSER, lendUrlParser(vm))
    return new Sandbox(vm, vm.importHandle(image.prelude), rejections, meter)
  }

  image(): SandboxImage {
    return { snapshot: this.#vm.snapshot(), prelude: this.#vm.exportHandle(this.#prelude) }
  }

  dispose(): void {
    this.#vm.dispose()
  }

  /** @param facts of the company: bundles read them when they start */
  startHost(bundle: ServerBundle, facts: SiteConfig['company']): void {
    const company = JSON.stringify(facts ?? null)
    this.#step((call) => call('startHost', this.#compile(bundle), this.#text(bundle.package), this.#text(company)))
  }

  startModule(bundle: ServerBundle): void {
    const { package: owner, module } = bundle
    this.#step((call) => call('startModule', this.#compile(bundle), this.#text(owner), this.#text(module)))
  }

  /** @throws the page's error; {@link PageError} for a broken limit or a missing document */
  render(input: object): string {
    return this.#step((call) => {
      call('startPage', this.#text(JSON.stringify(input)))
      this.#settle()
      while (!call('isFinished').toBoolean()) {
        if (!call('runNext').toBoolean()) throw new PageError('it waits for something that never happens')
        this.#settle()
      }
      // Due tasks of the page fail now, not during the next page.
      while (call('runDue').toBoolean()) this.#settle()
      return documentOf(call('takePage'))
    })
  }

  #step<Result>(run: (call: Call) => Result): Result {
    this.#meter.start()
    let failure: unknown
    try {
      return this.#vm.withScope(() => {
        try {
          return this.#run(run)
        } catch (error) {
          failure = error
          throw error
        }
      })
    } catch (error) {
      // After a trap even the clean-up fails, so the first error counts.
      throw this.#meter.explain(failure ?? error)
    }
  }

  #run<Result>(run: (call: Call) => Result): Result {
    const result = run((name, ...values) => this.#call(name, values))
    this.#settle()
    const logged = textOf(this.#call('takeLogged', []))
    if (logged !== '') throw new PageError(`console.error was called: ${logged}`)
    return result
  }

  #settle(): void {
    this.#vm.executePendingJobs()
    const reason = this.#rejections.take()
    if (reason) this.#call('rethrow', [reason])
  }

  #call(name: keyof Prelude, values: JSValueHandle[]): JSValueHandle {
    return this.#vm.callFunction(this.#prelude.getProp(name), this.#prelude, ...values)
  }

  #compile({ code, filename }: ServerBundle): JSValueHandle {
    return this.#vm.evalCode(wrapped(code), filename)
  }

  #text(text: string): JSValueHandle {
    return this.#vm.newString(text)
  }
}

/** Wraps CommonJS without a change of line numbers. */
function wrapped(code: string): string {
  return `(function (module, exports, require) {${code}\n})`
}

function documentOf(value: JSValueHandle): string {
  if (!value.isString || value.length === 0) throw new PageError('renderPage gave no HTML')
  if (value.length > MAX_PAGE_CHARACTERS) {
    throw new PageError(`its HTML has ${value.length} characters, ${MAX_PAGE_CHARACTERS} are the limit`)
  }
  return textOf(value)
}

/** Reads a string; '' for other values. The binding returns a different string when it runs out of memory. */
function textOf(value: JSValueHandle): string {
  const text = value.isString ? value.toString() : ''
  if (value.isString && text.length !== value.length) throw new Error('wasm_malloc failed')
  return text
}

type Rejection = { promise: JSValueHandle; reason: JSValueHandle }

/** Holds rejected promises, so that no other promise reuses their address. */
class UnhandledRejections {
  readonly #rejections = new Map<number, Rejection>()

  /** Hook of the engine, which calls again when a handler arrives. */
  note = (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void => {
    const { identity } = promise
    if (!isHandled) this.#rejections.set(identity, { promise: promise.dup(), reason: reason.dup() })
    else this.#drop(identity)
  }

  take(): JSValueHandle | undefined {
    const [first] = this.#rejections.values()
    return first?.reason
  }

  #drop(identity: number): void {
    const rejection = this.#rejections.get(identity)
    rejection?.promise.dispose()
    rejection?.reason.dispose()
    this.#rejections.delete(identity)
  }
}

/** The only function of the host process that the engine can call. */
const URL_PARSER = 'parseUrl'

const parseUrl: ParseUrl = (url, base, part, value) => {
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
function lendUrlParser(vm: QuickJS) {
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
