import type { AccountReply, ConfirmEmailReply, OrderListReply, OrderReply } from '@site/shared/contracts/own-account'
import { parseSignedIn, sessionStore, useSession } from '@site/shared/session'
import { useEffect, useState } from 'react'
import { ask, type Outcome } from '../http/post-json'

type Reply = Record<string, unknown>

const signedOut = { ok: false, reason: 'signed_out', message: 'You are signed out.' } as const

/** Signs the visitor out where the server knows no session (R193). */
async function askAccount<T>(call: string, body: object, read: (reply: Reply) => T | undefined): Promise<Outcome<T>> {
  const { token, signOut } = sessionStore().getState()
  if (!token) return signedOut
  const headers = { Authorization: `Bearer ${token}` }
  const outcome = await ask(`/api/account/${call}`, body, read, { headers })
  // Another tab may have signed in anew.
  const isSame = sessionStore().getState().token === token
  if (!outcome.ok && outcome.reason === 'signed_out' && isSame) signOut()
  return outcome
}

export const readAccount = () => askAccount('read', {}, accountIn)

export const changeName = (body: Record<'firstName' | 'lastName', string>) => askAccount('name', body, accountIn)

export const changeEmail = (body: Record<'email' | 'password', string>) => askAccount('email', body, accountIn)

export const changePassword = (body: Record<'password' | 'newPassword', string>) =>
  askAccount('password', body, (reply) => {
    const signedIn = parseSignedIn(reply)
    if (signedIn) sessionStore().getState().signIn(signedIn)
    return signedIn
  })

export const confirmEmail = (token: string) =>
  askAccount<ConfirmEmailReply>('confirm', { token }, ({ outcome, user }) => {
    if (outcome !== 'confirmed' && outcome !== 'half' && outcome !== 'changed') return undefined
    const kept = keepUser(user)
    return kept && { outcome, user: kept }
  })

export const listOrders = (before?: string) =>
  askAccount('orders', { before }, (reply) => (Array.isArray(reply.orders) ? (reply as OrderListReply) : undefined))

export const readOrder = (orderId: string) =>
  askAccount('order', { orderId }, (reply) =>
    Array.isArray(reply.lines) && Array.isArray(reply.refunds) ? (reply as OrderReply) : undefined,
  )

export const readPaper = (number: string) =>
  askAccount('paper', { number }, ({ fileName, content }) => {
    if (typeof fileName !== 'string' || typeof content !== 'string') return undefined
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    return new File([bytes], fileName, { type: 'application/pdf' })
  })

export const askDone = (call: 'send-confirmation' | 'sign-out-everywhere' | 'delete', body: object = {}) =>
  askAccount(call, body, () => true)

function accountIn(reply: Reply): AccountReply | undefined {
  return keepUser(reply.user) && Array.isArray(reply.sessions) ? (reply as AccountReply) : undefined
}

function keepUser(value: unknown): ConfirmEmailReply['user'] | undefined {
  const { token, user: before, signIn } = sessionStore().getState()
  const signedIn = parseSignedIn({ token, user: value })
  if (signedIn && JSON.stringify(signedIn.user) !== JSON.stringify(before)) signIn(signedIn)
  return signedIn && (value as ConfirmEmailReply['user'])
}

/**
 * Asked for after the first render, which is the same for all (R202). There is no outcome before the answer.
 */
export function useOwn<T>(read: () => Promise<Outcome<T>>) {
  const token = useSession((session) => session.token)
  const [outcome, setOutcome] = useState<Outcome<T>>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is the page's own; asked again for another session or at the visitor's word
  useEffect(() => {
    const { restore } = sessionStore().getState()
    restore()
    const restored = sessionStore().getState().token
    if (!restored) return setOutcome(signedOut)
    // The render that follows asks.
    if (restored !== token) return
    let isPresent = true
    void read().then((answer) => {
      if (isPresent) setOutcome(answer)
    })
    return () => {
      isPresent = false
    }
  }, [token, attempt])

  return {
    outcome,
    retry() {
      setOutcome(undefined)
      setAttempt(attempt + 1)
    },
    refresh: () => setAttempt(attempt + 1),
    setValue: (value: T) => setOutcome({ ok: true, value }),
  }
}
