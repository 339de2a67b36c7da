import { company } from '@site/shared/company'

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

const TIMEOUT_MS = 15_000
const FAILURE = `This did not work. Please try again, or call ${company.phone.display}.`

/** `reason` is for programs, `message` for the visitor. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; reason?: string | undefined; message: string }

/** @param read returns nothing for a reply that it cannot read */
export async function ask<T>(
  address: string,
  body: object,
  read: (reply: Record<string, unknown>) => T | undefined,
  { headers, failure = FAILURE }: { headers?: Readonly<Record<string, string>>; failure?: string } = {},
): Promise<Outcome<T>> {
  const result = await postJson(address, body, TIMEOUT_MS, headers)
  if (result.kind === 'refused') return { ok: false, reason: result.code, message: result.message ?? failure }
  const value = result.kind === 'ok' ? read(recordOf(result.body)) : undefined
  return value === undefined ? { ok: false, message: failure } : { ok: true, value }
}
