import { MAX_STACK_SIZE, type QuickJSOptions } from 'quickjs-wasi'
import type { Meter } from './meter'
import type { UnhandledRejections } from './unhandled-rejections'

/** Every page is rendered at this moment, on every machine: what it shows of time would be old soon anyway. */
const RENDERED_AT_NS = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n
/** Where the engine's own random numbers begin; `Math.random` takes its start from the clock. */
const RANDOM_BYTE = 7
/** Number of an error of WASI: no such file. */
const BAD_FILE = 8

/** What the engine is given of the machine: a clock that stands, no chance, UTC, and nothing it could write to. */
export function engineOptions(module: WebAssembly.Module, meter: Meter, rejections: UnhandledRejections) {
  return {
    wasm: module,
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
