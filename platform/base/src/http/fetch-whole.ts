type Limits = {
  /** For the whole answer, its last byte included. */
  limitMs: number
  maxBytes?: number
}

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * `fetch`, with an answer that has come whole: no server can make its caller wait longer than `limitMs`, by whatever it sends.
 * The signal of `fetch` alone does not promise that: once the head of an answer has come and garbage was collected, Node
 * forgets it, and an answer that never ends keeps its reader for ever (nodejs/node#55428, nodejs/undici#4984).
 * @throws what `fetch` throws; Error when it is late; AnswerTooLarge beyond `maxBytes`, counted while it arrives
 */
export async function fetchWhole(
  url: string | URL | Request,
  { signal, ...init }: RequestInit,
  { limitMs, maxBytes = Number.POSITIVE_INFINITY }: Limits,
): Promise<Response> {
  const giveUp = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const given = new Promise<never>((_, reject) => {
    giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason))
  })
  const timer = setTimeout(() => giveUp.abort(new Error(`No whole answer after ${limitMs} ms`)), limitMs)
  const follow = () => giveUp.abort(signal?.reason)
  signal?.addEventListener('abort', follow)
  if (signal?.aborted) follow()
  const read = async () => {
    const response = await fetch(url, { ...init, signal: giveUp.signal })
    const chunks: Uint8Array[] = []
    let bytes = 0
    reader = response.body?.getReader()
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      bytes += part.value.length
      if (bytes > maxBytes) throw new AnswerTooLarge(`An answer of more than ${maxBytes} bytes`)
      chunks.push(part.value)
    }
    return new Response(reader && Buffer.concat(chunks), response)
  }
  try {
    return await Promise.race([read(), given])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
    // What has come whole knows nothing of it; what has not gives its connection back.
    reader?.cancel().catch(() => {})
  }
}
