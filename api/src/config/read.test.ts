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
  const read = (changes: object, publicUrl = 'https://shop.example') =>
    readApiConfig({ ...live, ...changes }, publicUrl)

  const sandbox = readApiConfig({}, 'http://localhost:3000')

  it('accepts a live shop that is set up right, and an address without https in the sandbox only', () => {
    const previous = { AUTH_SECRET_PREVIOUS: 'y'.repeat(32), STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_0' }
    for (const changes of [{}, previous, { SMTP_URL: '', MAIL: 'off' }]) expect(read(changes).problems).toEqual([])
    expect(sandbox.problems).toEqual([])
    const plain = read({}, 'http://shop.example').problems
    expect(plain).toEqual([expect.stringContaining('must begin with https://')])
    expect(read({}).config).toMatchObject({ isMailOff: false, shopMail: undefined })
    expect(read({ MAIL: 'off' }).config.isMailOff).toBe(true)
    expect(read({ SHOP_MAIL: 'sales@example.com' }).config.shopMail).toBe('sales@example.com')
  })

  it.each([
    [{ SMTP_URL: '' }, 'SMTP_URL is missing'],
    [{ MAIL: 'none' }, 'MAIL must be off or absent'],
    [{ SHOP_MAIL: 'shop' }, 'SHOP_MAIL is "shop"'],
    // Its owner got no link.
    [{ DESK_OWNERS: 'ada@example.com.' }, 'DESK_OWNERS or DESK_VIEWERS has "ada@example.com."'],
    [{ MAIL_FROM: 'shop<shop@example.com>' }, 'MAIL_FROM is "shop<shop@example.com>"'],
    [{ DESK_OWNERS: 'ada@example.com', MAIL: 'off', SMTP_URL: '' }, 'DESK_OWNERS needs mail'],
    [{ NODE_ENV: 'development' }, 'real money needs NODE_ENV=production'],
    [{ AUTH_SECRET_PREVIOUS: 'short' }, 'AUTH_SECRET_PREVIOUS must have at least 32'],
    [{ STRIPE_WEBHOOK_SECRET_PREVIOUS: 'x' }, 'must begin with whsec_'],
    [{ PAYMENT_INTENTS_PER_MINUTE: '1.5' }, 'PAYMENT_INTENTS_PER_MINUTE must be a whole number above 0'],
    [{ TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES has "nginx"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has "10.0.0.0/33"'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  ])('refuses %j: %s', (changes, problem) => {
    expect(read(changes).problems).toEqual([expect.stringContaining(problem)])
  })

  it('has room in the sandbox', () => {
    const registrationsOf = ({ config }: typeof sandbox) => config.access.accountLimits.registrationsPerAddressAndHour
    expect(registrationsOf(sandbox)).toBeGreaterThan(1_000)
    expect(registrationsOf(read({}))).toBe(20)
  })
})
