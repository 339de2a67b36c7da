import type { SiteSettings } from '@platform/compose/settings/site-settings'

/** The site's settings as an operator reads them. */
export function formatSettings(settings: SiteSettings): string {
  const { publicUrl, sandbox, stripePublishableKey, paypalClientId, isDevelopment } = settings
  const payments = sandbox ? 'sandbox, no money moves' : `Stripe ${stripePublishableKey}, PayPal ${paypalClientId}`
  return [
    'Settings of the site:',
    `  address   ${publicUrl}`,
    `  payments  ${payments}`,
    ...(isDevelopment ? ['  pages reload after each change (development)'] : []),
  ].join('\n')
}
