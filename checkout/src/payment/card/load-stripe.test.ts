import type { SiteConfig } from '@site/shared/site-config'
import { installSiteConfig } from '../../testing/network'
import { card, installProviders } from '../../testing/providers'

async function load(config: Partial<SiteConfig>) {
  installSiteConfig(config)
  Reflect.deleteProperty(window, 'Stripe')
  card.scripts = []
  const { loadCardProvider } = await import('./load-stripe')
  return { stripe: await loadCardProvider(), scripts: card.scripts, loadCardProvider }
}

installProviders()
beforeEach(() => jest.resetModules())

it('R140: takes the library from the provider’s host, once', async () => {
  const { stripe, scripts, loadCardProvider } = await load({ sandbox: false, stripePublishableKey: 'pk_live_1' })
  expect(scripts).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\//)])
  expect(await loadCardProvider()).toBe(stripe)
  expect(scripts).toHaveLength(1)
})

it('R140: refuses to start live without a key', async () => {
  await expect(load({ sandbox: false })).rejects.toThrow('no publishable key')
})
