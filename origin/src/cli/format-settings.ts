import type { SiteSettings } from '../settings/site-settings'

/** What visitors are told, as an operator reads it. */
export function formatSettings(settings: SiteSettings): string {
  const { publicUrl, sandbox, stripePublishableKey, paypalClientId, isDevelopment } = settings
  const payments = sandbox ? 'sandbox, no money moves' : `Stripe ${stripePublishableKey}, PayPal ${paypalClientId}`
  return [
    'Visitors are told:',
    `  address   ${publicUrl}`,
    `  payments  ${payments}`,
    ...(isDevelopment ? ['  pages reload after each change (development)'] : []),
  ].join('\n')
}
