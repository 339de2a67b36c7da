export type ApiResult =
  | { kind: 'ok'; body: unknown }
  | { kind: 'refused'; status: number; message: string | undefined; code: string | undefined; data: unknown }
  /** Timeout or no response: the server may have done its work. */
  | { kind: 'no-response' }
  /** Not even sent. */
  | { kind: 'unsent' }

/** Never throws. Sends the sign-in token only where the caller gives it (R136, R144). */
export async function postJson(
  address: string,
  body: unknown,
  timeoutMs: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ApiResult> {
  let url: URL
  let text: string
  try {
    url = new URL(address, window.location.origin)
    text = JSON.stringify(body)
  } catch (error) {
    console.warn(`The call to ${address} could not be made`, error)
    return { kind: 'unsent' }
  }
  // The limit covers the body too.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: text,
      signal: abort.signal,
    })
    return await readResponse(response)
  } catch {
    return { kind: 'no-response' }
  } finally {
    clearTimeout(timer)
  }
}

const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'X-Requested-With': 'XMLHttpRequest',
}

async function readResponse(response: Response): Promise<ApiResult> {
  const body = parseJson(await response.text())
  if (response.ok) return { kind: 'ok', body }
  const { data } = recordOf(body)
  return {
    kind: 'refused',
    status: response.status,
    message: textAt(body, 'message'),
    code: textAt(body, 'code'),
    data,
  }
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function textAt(body: unknown, key: string): string | undefined {
  const value = recordOf(body)[key]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
