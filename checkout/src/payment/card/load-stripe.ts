import { siteConfig } from '@site/shared/site-config'
import type { Stripe } from '@stripe/stripe-js'
// The package's root would load the script on import (D-35).
import { loadStripe } from '@stripe/stripe-js/pure'
import { loadScript } from '../load-script'

const SANDBOX_SCRIPT = '/sandbox/stripe.js'
const SANDBOX_KEY = 'pk_test_sandbox'

let loading: Promise<Stripe> | undefined

/** Loaded once, and again after a failure; the sandbox's fake has the same global name. */
export function loadCardProvider(): Promise<Stripe> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe> {
  const { sandbox, stripePublishableKey } = siteConfig()
  if (sandbox && !('Stripe' in window)) await loadScript(SANDBOX_SCRIPT)
  const key = stripePublishableKey ?? (sandbox ? SANDBOX_KEY : undefined)
  if (!key) throw new Error('The site has no publishable key of the card provider')
  const stripe = await loadStripe(key)
  if (!stripe) throw new Error('The card provider did not start')
  return stripe
}
