import { sessionStore, useSession } from '@site/shared/session'
import { useEffect, useState } from 'react'
import type { Outcome } from './account-calls'

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
