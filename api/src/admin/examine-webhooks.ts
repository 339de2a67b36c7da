import type { Provider } from '@site/providers/gateway'
import { neededEvents, type ProviderWebhook } from '@site/providers/webhook-endpoints'
import type { PaymentServices } from '../payments/shared/payment-services'

export type WebhookReport = {
  provider: Provider
  url: string
  /** `incomplete`: some events are missing. `unverified`: the shop verifies with another webhook's id. */
  state: 'right' | 'missing' | 'incomplete' | 'off' | 'unverified'
  missing: readonly string[]
  isChanged: boolean
  settings: Readonly<Record<string, string>>
}

export async function examineWebhooks(services: PaymentServices, isCreating: boolean): Promise<WebhookReport[]> {
  // Stripe shows its secret only once, so nothing may fail after it.
  const paypal = await examine(services, 'paypal', isCreating)
  return [await examine(services, 'stripe', isCreating), paypal]
}

async function examine(
  { webhooks, publicUrl }: PaymentServices,
  provider: Provider,
  isCreating: boolean,
): Promise<WebhookReport> {
  const endpoints = webhooks[provider]
  const url = `${publicUrl}/api/payments/webhooks/${provider}`
  const found = (await endpoints.list()).find((webhook) => webhook.url === url)
  const settings = found ? endpoints.settingsToCorrect(found.id) : {}
  const report = { provider, url, settings, ...rateEndpoint(provider, found, settings) }
  const isComplete = found?.isEnabled === true && report.missing.length === 0
  if (!isCreating || isComplete) return { ...report, isChanged: false }
  if (!found) {
    const made = await endpoints.create(url, neededEvents[provider])
    return { ...report, state: 'right', missing: [], isChanged: true, settings: made }
  }
  const events = [...new Set([...found.events, ...neededEvents[provider]])]
  await endpoints.change(found.id, events)
  return { ...report, ...rateEndpoint(provider, { ...found, events, isEnabled: true }, settings), isChanged: true }
}

function rateEndpoint(
  provider: Provider,
  found: ProviderWebhook | undefined,
  settings: WebhookReport['settings'],
): Pick<WebhookReport, 'state' | 'missing'> {
  const needed = neededEvents[provider]
  if (!found) return { state: 'missing', missing: needed }
  const missing = found.events.includes('*') ? [] : needed.filter((name) => !found.events.includes(name))
  if (!found.isEnabled) return { state: 'off', missing }
  if (Object.keys(settings).length > 0) return { state: 'unverified', missing }
  return { state: missing.length > 0 ? 'incomplete' : 'right', missing }
}
