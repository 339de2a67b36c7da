import type { WebhookReport } from '@site/api/admin'
import { formatWebhooks } from './format-webhooks'

const url = 'https://shop.example/api/payments/webhooks'
const right: WebhookReport = {
  provider: 'stripe',
  url: `${url}/stripe`,
  state: 'right',
  missing: [],
  isChanged: false,
  settings: {},
}

describe('formatWebhooks', () => {
  it('says what is missing, and how it is set up', () => {
    const incomplete = { ...right, state: 'incomplete' as const, missing: ['refund.failed'] }
    expect(formatWebhooks([incomplete]).split('\n')).toEqual([
      `stripe  incomplete  ${url}/stripe`,
      '        without refund.failed',
      'Say "site payments webhooks --create" to set up what is missing.',
    ])
  })

  // PayPal's every event was refused by the id of another webhook, and it was called right.
  it('says by which id PayPal’s events would be believed', () => {
    const settings = { PAYPAL_WEBHOOK_ID: 'WH-NEW' }
    const unverified = {
      ...right,
      provider: 'paypal' as const,
      url: `${url}/paypal`,
      state: 'unverified' as const,
      settings,
    }
    const todo = '        set PAYPAL_WEBHOOK_ID=WH-NEW on every origin, and start it again'
    expect(formatWebhooks([unverified]).split('\n')).toEqual([
      `paypal  its events are refused here: they are checked by another webhook's id  ${url}/paypal`,
      todo,
    ])
    expect(formatWebhooks([{ ...unverified, isChanged: true }]).split('\n')).toEqual([
      `paypal  set up  ${url}/paypal`,
      todo,
    ])
  })

  it('says what every origin needs of what was made, and nothing more where all is right', () => {
    const made = { ...right, isChanged: true, settings: { STRIPE_WEBHOOK_SECRET: 'whsec_1' } }
    expect(formatWebhooks([made])).toBe(
      `stripe  set up  ${url}/stripe\n        set STRIPE_WEBHOOK_SECRET=whsec_1 on every origin, and start it again`,
    )
    expect(formatWebhooks([right])).toBe(`stripe  right  ${url}/stripe`)
  })
})
