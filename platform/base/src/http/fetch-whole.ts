type Limits = { limitMs: number; maxBytes?: number }

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Fetches a whole answer within `limitMs`.
 * Node drops the signal of `fetch` when garbage is collected after the head (nodejs/node#55428, nodejs/undici#4984).
 * @throws what `fetch` throws; Error when it is late; AnswerTooLarge beyond `maxBytes`
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
    // Frees the connection of an unfinished answer.
    reader?.cancel().catch(() => {})
  }
}
