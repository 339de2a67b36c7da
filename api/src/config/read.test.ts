import { readApiConfig } from './read'

describe('readApiConfig', () => {
  const live = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://localhost/shop',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'hook',
    SMTP_URL: 'smtps://mail.example',
  }
  const problemsOf = (changes: object, publicUrl = 'https://shop.example') =>
    readApiConfig({ ...live, ...changes }, publicUrl).problems

  it('has nothing to say of a live shop that is set up right', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ AUTH_SECRET_PREVIOUS: 'y'.repeat(32), STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_0' })).toEqual([])
  })

  it.each([
    ['mail that nobody gets', { SMTP_URL: '' }, 'SMTP_URL is missing'],
    ['a word it does not know', { MAIL: 'none' }, 'MAIL is "none", but must be off or absent'],
    ['a shop that cannot be written to', { SHOP_MAIL: 'shop' }, 'SHOP_MAIL is "shop"'],
    ['real money while somebody develops', { NODE_ENV: 'development' }, 'real money needs NODE_ENV=production'],
    ['a weak secret of yesterday', { AUTH_SECRET_PREVIOUS: 'short' }, 'AUTH_SECRET_PREVIOUS must have at least 32'],
    ['a webhook secret of something else', { STRIPE_WEBHOOK_SECRET_PREVIOUS: 'x' }, 'must begin with whsec_'],
  ])('refuses %s', (_name, changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)])
  })

  it('refuses an address without https in production, and only there', () => {
    expect(problemsOf({}, 'http://shop.example')).toEqual([expect.stringContaining('must begin with https://')])
    expect(readApiConfig({}, 'http://localhost:3000').problems).toEqual([])
  })

  it('sends no mail where that is meant, and tells the shop of sales by default', () => {
    expect(problemsOf({ SMTP_URL: '', MAIL: 'off' })).toEqual([])
    expect(readApiConfig({ ...live, MAIL: 'off' }, 'https://shop.example').config.isMailOff).toBe(true)
    expect(readApiConfig(live, 'https://shop.example').config).toMatchObject({
      isMailOff: false,
      shopMail: 'hello@example.com',
    })
    expect(readApiConfig({ SHOP_MAIL: 'sales@example.com' }, '').config.shopMail).toBe('sales@example.com')
  })
})
