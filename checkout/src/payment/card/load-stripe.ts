import { siteConfig } from '@site/shared/site-config'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

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

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`The script ${src} could not be loaded`))
    })
    document.head.append(script)
  })
}
