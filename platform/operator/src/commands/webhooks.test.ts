import type { WebhookReport } from '@site/api/admin'
import { runAnswering } from '../testing/run-as'

const right: WebhookReport = {
  ...{ provider: 'stripe', url: 'https://shop.example/stripe', state: 'right' },
  ...{ missing: [], isChanged: false, settings: {} },
}
const setPayPal = '        set PAYPAL_WEBHOOK_ID=WH-NEW on every origin, and start it again'
const unverified = { provider: 'paypal', state: 'unverified', settings: { PAYPAL_WEBHOOK_ID: 'WH-NEW' } } as const

// PayPal's events were refused because of another webhook's id, and the report found no fault.
it.each<[string, Partial<WebhookReport>, string[]]>([
  ['nothing more where all is right', {}, [`stripe  right  ${right.url}`]],
  [
    'what is missing',
    { state: 'incomplete', missing: ['refund.failed'] },
    [
      `stripe  incomplete  ${right.url}`,
      '        without refund.failed',
      'Say "site payments webhooks --create" to set up what is missing.',
    ],
  ],
  [
    'by which id PayPal’s events would be trusted',
    unverified,
    [`paypal  its events are refused here: they are checked by another webhook's id  ${right.url}`, setPayPal],
  ],
  ['what was corrected', { ...unverified, isChanged: true }, [`paypal  set up  ${right.url}`, setPayPal]],
  [
    'what every origin needs of what was made',
    { isChanged: true, settings: { STRIPE_WEBHOOK_SECRET: 'whsec_1' } },
    [`stripe  set up  ${right.url}`, '        set STRIPE_WEBHOOK_SECRET=whsec_1 on every origin, and start it again'],
  ],
])('site payments webhooks says %s', async (_what, report, lines) => {
  expect((await runAnswering('payments webhooks', [{ ...right, ...report }])).text.split('\n')).toEqual(lines)
})
