/** In the place of `node:timers/promises`, whose timers are made before any could be replaced. */

type Options = { signal?: AbortSignal }

export function setTimeout<T>(ms: number, value?: T, { signal }: Options = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = globalThis.setTimeout(() => resolve(value), ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
