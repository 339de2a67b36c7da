import type { JSValueHandle } from 'quickjs-wasi'

type Rejection = { promise: JSValueHandle; reason: JSValueHandle }

/** Promises that were rejected while nobody listened; held, so that no other promise takes the same place in memory. */
export class UnhandledRejections {
  readonly #rejections = new Map<number, Rejection>()

  /** The engine's own hook: called again when somebody begins to listen. */
  note = (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void => {
    const { identity } = promise
    if (!isHandled) this.#rejections.set(identity, { promise: promise.dup(), reason: reason.dup() })
    else this.#drop(identity)
  }

  /** The reason of the first of them, if there is one. */
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
