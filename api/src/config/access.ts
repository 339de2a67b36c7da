import ipaddr from 'ipaddr.js'

const MIN_TOKEN_LENGTH = 16
/** Those of an address leave room for an office that shares it, and for bursts of webhooks. */
const live = {
  signIns: 20,
  registrations: 20,
  calls: 120,
  mails: 10,
  startsPerBuyerAndMinute: 10,
  startsPerAddressAndMinute: 60,
  confirmsPerOrderAndMinute: 20,
  confirmsPerAddressAndMinute: 300,
  webhooksPerAddressAndMinute: 600,
}
/** In the sandbox all visitors share one address. */
const sandbox = Object.fromEntries(Object.keys(live).map((name) => [name, 6_000])) as typeof live

export function readAccessConfig(environment: NodeJS.ProcessEnv, isSandbox: boolean) {
  const { signIns, registrations, calls, mails, ...payments } = isSandbox ? sandbox : live
  const problems: string[] = []
  function numberOf(name: string, otherwise: number): number {
    const text = environment[name]
    const value = text ? Number(text) : otherwise
    if (!Number.isInteger(value) || value < 1) problems.push(`${name} must be a whole number above 0`)
    return value
  }
  const access = {
    accountLimits: {
      signInsPerAccountAndMinute: numberOf('SIGN_INS_PER_ACCOUNT', 5),
      signInsPerAddressAndMinute: numberOf('SIGN_INS_PER_ADDRESS', signIns),
      registrationsPerAddressAndHour: numberOf('REGISTRATIONS_PER_ADDRESS', registrations),
      callsPerSessionAndMinute: calls,
      mailsPerAccountAndHour: mails,
    },
    paymentLimits: {
      ...payments,
      startsPerAddressAndMinute: numberOf('PAYMENT_INTENTS_PER_MINUTE', payments.startsPerAddressAndMinute),
      confirmsPerAddressAndMinute: numberOf('CONFIRMS_PER_ADDRESS', payments.confirmsPerAddressAndMinute),
    },
    /** Proxies whose `X-Forwarded-For` counts; none by default. */
    trustedProxies: (environment.TRUSTED_PROXIES ?? '').split(',').flatMap((text) => text.trim() || []),
    metricsToken: environment.METRICS_TOKEN || undefined,
  }
  for (const text of access.trustedProxies) {
    if (ipaddr.isValid(text) || ipaddr.isValidCIDR(text)) continue
    problems.push(`TRUSTED_PROXIES has "${text}", but must be addresses or ranges such as 10.0.0.0/8`)
  }
  if (access.metricsToken && access.metricsToken.length < MIN_TOKEN_LENGTH) {
    problems.push(`METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters`)
  }
  return { access, problems }
}
