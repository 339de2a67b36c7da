import { company } from '@site/shared/company'
import { postJson, recordOf } from './post-json'

const TIMEOUT_MS = 15_000
const FAILURE = `This did not work. Please try again, or call ${company.phone.display}.`

/** `reason` is for programs, `message` for the visitor. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; reason?: string | undefined; message: string }

type Options = { headers?: Readonly<Record<string, string>>; failure?: string }

/** @param read returns nothing for a reply that it cannot read */
export async function ask<T>(
  address: string,
  body: object,
  read: (reply: Record<string, unknown>) => T | undefined,
  { headers, failure = FAILURE }: Options = {},
): Promise<Outcome<T>> {
  const result = await postJson(address, body, TIMEOUT_MS, headers)
  if (result.kind === 'refused') return { ok: false, reason: result.code, message: result.message ?? failure }
  const value = result.kind === 'ok' ? read(recordOf(result.body)) : undefined
  return value === undefined ? { ok: false, message: failure } : { ok: true, value }
}
