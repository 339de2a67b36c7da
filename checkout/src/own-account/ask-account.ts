import { company } from '@site/shared/company'
import { sessionStore } from '@site/shared/session'
import { postJson, recordOf } from '../http/post-json'

const TIMEOUT_MS = 15_000
export const FAILURE = `This did not work. Please try again, or call ${company.phone.display}.`

/** `reason` is for programs, `message` for the visitor. */
export type Answer =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; reason: 'signed_out' | 'link_not_valid' | 'not_found' | 'other'; message: string }

/** Signs the visitor out where the server knows no session (R193). */
export async function askAccount(call: string, body: object = {}): Promise<Answer> {
  const { token, signOut } = sessionStore().getState()
  if (!token) return { ok: false, reason: 'signed_out', message: 'You are signed out.' }
  const answer = await askAnonymously(call, body, { Authorization: `Bearer ${token}` })
  // Another tab may have signed in anew.
  const isSame = sessionStore().getState().token === token
  if (!answer.ok && answer.reason === 'signed_out' && isSame) signOut()
  return answer
}

export async function askAnonymously(
  call: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const result = await postJson(`/api/account/${call}`, body, TIMEOUT_MS, headers)
  if (result.kind === 'ok') return { ok: true, body: recordOf(result.body) }
  if (result.kind !== 'refused') return { ok: false, reason: 'other', message: FAILURE }
  return { ok: false, reason: reasonOf(result.code), message: result.message ?? FAILURE }
}

function reasonOf(code: string | undefined) {
  return code === 'signed_out' || code === 'link_not_valid' || code === 'not_found' ? code : 'other'
}
