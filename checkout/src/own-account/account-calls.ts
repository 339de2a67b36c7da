import type { AccountReply, ConfirmEmailReply, OrderListReply, OrderReply } from '@site/shared/contracts/own-account'
import { parseSignedIn, sessionStore, useSession } from '@site/shared/session'
import { useEffect, useState } from 'react'
import { type Answer, askAccount, FAILURE } from './ask-account'

type Refused = Exclude<Answer, { ok: true }>
export type Outcome<T> = { ok: true; value: T } | Refused

const unreadable: Refused = { ok: false, reason: 'other', message: FAILURE }

export async function readAccount(): Promise<Outcome<AccountReply>> {
  return accountOf(await askAccount('read'))
}

export async function changeName(body: Record<'firstName' | 'lastName', string>): Promise<Outcome<AccountReply>> {
  return accountOf(await askAccount('name', body))
}

export async function changeEmail(body: Record<'email' | 'password', string>): Promise<Outcome<AccountReply>> {
  return accountOf(await askAccount('email', body))
}

export async function changePassword(body: Record<'password' | 'newPassword', string>): Promise<Outcome<true>> {
  const answer = await askAccount('password', body)
  if (!answer.ok) return answer
  const signedIn = parseSignedIn(answer.body)
  if (!signedIn) return unreadable
  sessionStore().getState().signIn(signedIn)
  return { ok: true, value: true }
}

export async function confirmEmail(token: string): Promise<Outcome<ConfirmEmailReply>> {
  const answer = await askAccount('confirm', { token })
  if (!answer.ok) return answer
  const { outcome } = answer.body
  if (outcome !== 'confirmed' && outcome !== 'half' && outcome !== 'changed') return unreadable
  const user = keepUser(answer.body.user)
  return user ? { ok: true, value: { outcome, user } } : unreadable
}

export async function listOrders(before?: string): Promise<Outcome<OrderListReply>> {
  const answer = await askAccount('orders', before === undefined ? {} : { before })
  if (!answer.ok) return answer
  return Array.isArray(answer.body.orders) ? { ok: true, value: answer.body as OrderListReply } : unreadable
}

export async function readOrder(orderId: string): Promise<Outcome<OrderReply>> {
  const answer = await askAccount('order', { orderId })
  if (!answer.ok) return answer
  const { lines, refunds } = answer.body
  return Array.isArray(lines) && Array.isArray(refunds) ? { ok: true, value: answer.body as OrderReply } : unreadable
}

export async function readPaper(number: string): Promise<Outcome<File>> {
  const answer = await askAccount('paper', { number })
  if (!answer.ok) return answer
  const { fileName, content } = answer.body
  if (typeof fileName !== 'string' || typeof content !== 'string') return unreadable
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  return { ok: true, value: new File([bytes], fileName, { type: 'application/pdf' }) }
}

export async function askDone(
  call: 'send-confirmation' | 'sign-out-everywhere' | 'delete',
  body: object = {},
): Promise<Outcome<true>> {
  const answer = await askAccount(call, body)
  return answer.ok ? { ok: true, value: true } : answer
}

function accountOf(answer: Answer): Outcome<AccountReply> {
  if (!answer.ok) return answer
  const user = keepUser(answer.body.user)
  return user && Array.isArray(answer.body.sessions) ? { ok: true, value: answer.body as AccountReply } : unreadable
}

function keepUser(value: unknown): ConfirmEmailReply['user'] | undefined {
  const { token, user: before, signIn } = sessionStore().getState()
  const signedIn = parseSignedIn({ token, user: value })
  if (signedIn && JSON.stringify(signedIn.user) !== JSON.stringify(before)) signIn(signedIn)
  return signedIn && (value as ConfirmEmailReply['user'])
}

export type Reading<T> =
  | { state: 'reading' }
  | { state: 'signed-out' }
  | { state: 'failed'; reason: string; message: string }
  | { state: 'read'; value: T }

/** Asked for after the first render, which is the same for all (R202). */
export function useOwn<T>(read: () => Promise<Outcome<T>>) {
  const token = useSession((session) => session.token)
  const [reading, setReading] = useState<Reading<T>>({ state: 'reading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is the page's own; asked again for another session or at the visitor's word
  useEffect(() => {
    const { restore } = sessionStore().getState()
    restore()
    if (!sessionStore().getState().token) return setReading({ state: 'signed-out' })
    let isPresent = true
    void read().then((outcome) => {
      if (isPresent) setReading(readingOf(outcome))
    })
    return () => {
      isPresent = false
    }
  }, [token, attempt])

  return {
    reading,
    retry() {
      setReading({ state: 'reading' })
      setAttempt(attempt + 1)
    },
    refresh: () => setAttempt(attempt + 1),
    setValue: (value: T) => setReading({ state: 'read', value }),
  }
}

function readingOf<T>(outcome: Outcome<T>): Reading<T> {
  if (outcome.ok) return { state: 'read', value: outcome.value }
  const { reason, message } = outcome
  return reason === 'signed_out' ? { state: 'signed-out' } : { state: 'failed', reason, message }
}
