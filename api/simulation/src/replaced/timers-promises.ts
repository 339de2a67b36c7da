/** Replaces `node:timers/promises`, which captures its timers before they can be replaced. */

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
