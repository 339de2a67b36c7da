import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { loadCardProvider } from './load-stripe'

export type CardProviderState = { stripe: Stripe | null; hasFailed: boolean; retry: () => void }

export function useCardProvider(): CardProviderState {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    let isHere = true
    loadCardProvider().then(
      (loaded) => isHere && setStripe(loaded),
      (error) => {
        console.warn('The card provider could not be loaded', error)
        if (isHere) setHasFailed(true)
      },
    )
    return () => {
      isHere = false
    }
  }, [attempt])

  function retry() {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  return { stripe, hasFailed, retry }
}
