import type { JSValueHandle } from 'quickjs-wasi'

type Rejection = { promise: JSValueHandle; reason: JSValueHandle }

/** Holds rejected promises, so that no other promise reuses their address. */
export class UnhandledRejections {
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
