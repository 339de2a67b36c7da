import { readAccessConfig } from './access'

describe('readAccessConfig', () => {
  it('has the promised limits for a live shop, and room for trying out in the sandbox', () => {
    expect(readAccessConfig({}, false)).toEqual({
      access: {
        accountLimits: {
          signInsPerAccountAndMinute: 5,
          signInsPerAddressAndMinute: 20,
          registrationsPerAddressAndHour: 5,
          callsPerAddressAndMinute: 120,
          mailsPerAddressAndHour: 10,
        },
        paymentLimits: {
          startsPerAddressAndMinute: 10,
          confirmsPerOrderAndMinute: 20,
          confirmsPerAddressAndMinute: 60,
          webhooksPerAddressAndMinute: 600,
        },
        trustedProxies: [],
        metricsToken: undefined,
      },
      problems: [],
    })
    expect(readAccessConfig({}, true).access.accountLimits.registrationsPerAddressAndHour).toBeGreaterThan(1_000)
  })

  it('reads limits, proxies and the token', () => {
    const environment = {
      SIGN_INS_PER_ACCOUNT: '1',
      SIGN_INS_PER_ADDRESS: '2',
      REGISTRATIONS_PER_ADDRESS: '3',
      PAYMENT_INTENTS_PER_MINUTE: '4',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1',
      METRICS_TOKEN: 'sixteen letters!',
    }
    expect(readAccessConfig(environment, true)).toEqual({
      access: {
        accountLimits: expect.objectContaining({
          signInsPerAccountAndMinute: 1,
          signInsPerAddressAndMinute: 2,
          registrationsPerAddressAndHour: 3,
        }),
        paymentLimits: expect.objectContaining({ startsPerAddressAndMinute: 4, confirmsPerOrderAndMinute: 6_000 }),
        trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'],
        metricsToken: 'sixteen letters!',
      },
      problems: [],
    })
  })

  it.each([
    [{ PAYMENT_INTENTS_PER_MINUTE: '1.5' }, 'PAYMENT_INTENTS_PER_MINUTE must be a whole number above 0'],
    [{ SIGN_INS_PER_ACCOUNT: '0' }, 'SIGN_INS_PER_ACCOUNT must be a whole number above 0'],
    [{ REGISTRATIONS_PER_ADDRESS: 'many' }, 'REGISTRATIONS_PER_ADDRESS must be a whole number above 0'],
    [{ TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES has "nginx"'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8/8' }, 'TRUSTED_PROXIES has'],
    [{ TRUSTED_PROXIES: '2001:db8::/129' }, 'TRUSTED_PROXIES has'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has "10.0.0.0/33"'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
  ])('finds the problem in %j', (environment, problem) => {
    expect(readAccessConfig(environment, false).problems).toEqual([expect.stringContaining(problem)])
  })
})
