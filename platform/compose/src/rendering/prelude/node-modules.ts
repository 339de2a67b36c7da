type Listener = (...values: unknown[]) => void

/** Stream subset for React's renderer. */
export class PassThrough {
  #listeners = new Map<string, Listener[]>()
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #isEnded = false

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    return this
  }

  /** Never full: pages are small and read at once. */
  write(chunk: string | Uint8Array): boolean {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true })
    if (text !== '') this.#emit('data', text)
    return true
  }

  end(chunk?: string | Uint8Array): this {
    if (chunk !== undefined) this.write(chunk)
    if (this.#isEnded) return this
    this.#isEnded = true
    void Promise.resolve().then(() => {
      this.#emit('end')
      this.#emit('close')
    })
    return this
  }

  destroy(error?: unknown): this {
    if (error !== undefined) this.#emit('error', error)
    return this
  }

  #emit(event: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener.apply(this, values)
  }
}

/** Keeps its value during the synchronous part only: the engine has no hook for promises. */
export class AsyncLocalStorage<Value> {
  #value: Value | undefined

  run<Result>(value: Value, callback: (...args: unknown[]) => Result, ...args: unknown[]): Result {
    const before = this.#value
    this.#value = value
    try {
      return callback(...args)
    } finally {
      this.#value = before
    }
  }

  getStore(): Value | undefined {
    return this.#value
  }
}

export const pageBuffer = {
  byteLength: (value: string | ArrayBuffer | ArrayBufferView) =>
    typeof value === 'string' ? new TextEncoder().encode(value).length : value.byteLength,
}

/** Allow-list of Node modules for the shell's server bundle. */
export const nodeModules: Readonly<Record<string, unknown>> = {
  async_hooks: { AsyncLocalStorage },
  buffer: { Buffer: pageBuffer },
  crypto: {},
  stream: { PassThrough },
  util: { TextDecoder, TextEncoder },
}
