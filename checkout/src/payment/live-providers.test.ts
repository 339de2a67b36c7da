import type { SiteConfig } from '@site/shared/site-config'
import { installSiteConfig } from '../testing/network'
import { card, installProviders } from '../testing/providers'
import { payPalOptions } from './paypal/paypal-panel'

async function loadCard(config: Partial<SiteConfig>) {
  installSiteConfig(config)
  Reflect.deleteProperty(window, 'Stripe')
  card.scripts = []
  const { loadCardProvider } = await import('./card/load-stripe')
  return { stripe: await loadCardProvider(), scripts: card.scripts, loadCardProvider }
}

installProviders()
beforeEach(() => jest.resetModules())

it('R140: takes the library of the card provider from its host, once', async () => {
  const { stripe, scripts, loadCardProvider } = await loadCard({ sandbox: false, stripePublishableKey: 'pk_live_1' })
  expect(scripts).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\//)])
  expect(await loadCardProvider()).toBe(stripe)
  expect(scripts).toHaveLength(1)
})

it('R140: refuses to start live without a key', async () => {
  await expect(loadCard({ sandbox: false })).rejects.toThrow('no publishable key')
})

it('R153, D-41: asks PayPal’s own host for the script', () => {
  const options = payPalOptions({ sandbox: false, paypalClientId: 'client-1' })
  expect(options).toMatchObject({ clientId: 'client-1', currency: 'GBP' })
  expect(options).not.toHaveProperty('sdkBaseUrl')
})
