import { setTimeout as wait } from 'node:timers/promises'
import { fetchWhole } from '@platform/base/http/fetch-whole'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type PayPalConfig, PROVIDER_TIMEOUT_MS, ProviderError } from './gateway'

export type PayPalRequest = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  /** A string, as a webhook's event must reach PayPal byte for byte. */
  body?: string
  idempotencyKey?: string
  /** Sends `Prefer: return=representation`; the default answer has little more than the id. */
  isAnsweredInFull?: boolean
  timeoutMs?: number
}
export type PayPalReply = { status: number; body: unknown; issue: string | undefined }

export type PayPalClient = (request: PayPalRequest) => Promise<PayPalReply>

export const optional = Type.Optional(Type.String())
export const money = Type.Object({ currency_code: Type.String(), value: Type.String() })

const tokenSchema = Compile(Type.Object({ access_token: Type.String(), expires_in: Type.Number() }))
const errorSchema = Compile(
  Type.Object({ details: Type.Optional(Type.Array(Type.Object({ issue: Type.String() }))), name: Type.Any() }),
)
const EARLY_MS = 60_000

export function createPayPalClient(config: PayPalConfig, defaultTimeoutMs = PROVIDER_TIMEOUT_MS): PayPalClient {
  let token: { value: Promise<string>; expiresAt: number } | undefined

  async function fetchToken(): Promise<string> {
    const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
    const response = await call(
      `${config.apiUrl}/v1/oauth2/token`,
      {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      },
      defaultTimeoutMs,
    )
    const body: unknown = await readJson(response)
    if (!response.ok || !tokenSchema.Check(body)) {
      const isRefused = response.status === 401 || response.status === 403
      const kind = isRefused ? 'unauthorised' : 'broken'
      throw new ProviderError(kind, `PayPal gave no token (status ${response.status})`)
    }
    token = { value: Promise.resolve(body.access_token), expiresAt: Date.now() + body.expires_in * 1_000 - EARLY_MS }
    return body.access_token
  }

  function currentToken(): Promise<string> {
    if (token && token.expiresAt > Date.now()) return token.value
    const value = fetchToken()
    token = { value, expiresAt: Date.now() + EARLY_MS }
    value.catch(() => {
      token = undefined
    })
    return value
  }

  return async ({ method = 'POST', path, body, idempotencyKey, isAnsweredInFull, timeoutMs = defaultTimeoutMs }) => {
    const deadline = Date.now() + timeoutMs
    for (let run = 1; ; run += 1) {
      const response = await call(
        `${config.apiUrl}${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${await within(currentToken(), deadline - Date.now())}`,
            'content-type': 'application/json',
            ...(idempotencyKey && { 'paypal-request-id': idempotencyKey }),
            ...(isAnsweredInFull && { prefer: 'return=representation' }),
          },
          ...(body !== undefined && { body }),
        },
        deadline - Date.now(),
      )
      const reply = await readJson(response)
      if (response.status === 401 && run === 1) {
        // PayPal can revoke a token early.
        token = undefined
        continue
      }
      if (response.status >= 500) throw new ProviderError('broken', `PayPal failed with ${response.status}`)
      if (response.status === 429) throw new ProviderError('unreachable', 'PayPal is busy')
      return { status: response.status, body: reply, issue: issueOf(reply) }
    }
  }
}

/** @throws ProviderError for an undocumented shape */
export function parseReply<T>(checker: { Check: (value: unknown) => value is T }, body: unknown): T {
  if (checker.Check(body)) return body
  throw new ProviderError('broken', 'PayPal answered in a shape that is not documented')
}

export function refuseError(reply: PayPalReply): PayPalReply {
  const { status, issue } = reply
  if (status < 400) return reply
  if (status === 401 || status === 403) throw new ProviderError('unauthorised', 'PayPal does not accept our keys')
  if (status === 404) throw new ProviderError('missing', 'PayPal knows no such payment')
  if (status === 408 || status === 409) throw new ProviderError('unreachable', 'PayPal is busy')
  throw new ProviderError('refused', issue ?? `PayPal refused with ${status}`)
}

async function call(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  try {
    return await fetchWhole(url, { ...init, redirect: 'error' }, { limitMs: Math.max(1, timeoutMs) })
  } catch (error) {
    throw new ProviderError('unreachable', 'PayPal gave no answer', { cause: error })
  }
}

/** The shared token request may wait longer than this call can. */
async function within(token: Promise<string>, timeoutMs: number): Promise<string> {
  const waiting = new AbortController()
  const late = wait(Math.max(1, timeoutMs), undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw new ProviderError('unreachable', 'PayPal gave no token in time')
  })
  late.catch(() => {})
  return Promise.race([token, late]).finally(() => waiting.abort())
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    throw new ProviderError('unreachable', 'PayPal gave half an answer', { cause: error })
  }
}

function issueOf(body: unknown): string | undefined {
  return errorSchema.Check(body) ? body.details?.[0]?.issue : undefined
}
