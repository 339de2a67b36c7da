import ipaddr from 'ipaddr.js'
import type { AccessConfig } from './types'

const MIN_TOKEN_LENGTH = 16
/** Whoever tries the shop out, or tests it, comes from one address all day. */
const PER_ADDRESS = {
  live: { signIns: 20, registrations: 5, calls: 120, mails: 10 },
  sandbox: { signIns: 6_000, registrations: 6_000, calls: 6_000, mails: 6_000 },
}
const SIGN_INS_PER_ACCOUNT = 5
/** A page asks a few times in a minute, and an office may buy together; a provider reports in bursts. */
const PAYMENT_LIMITS = {
  live: {
    startsPerAddressAndMinute: 10,
    confirmsPerOrderAndMinute: 20,
    confirmsPerAddressAndMinute: 60,
    webhooksPerAddressAndMinute: 600,
  },
  sandbox: {
    startsPerAddressAndMinute: 6_000,
    confirmsPerOrderAndMinute: 6_000,
    confirmsPerAddressAndMinute: 6_000,
    webhooksPerAddressAndMinute: 6_000,
  },
}

export function readAccessConfig(
  environment: NodeJS.ProcessEnv,
  isSandbox: boolean,
): { access: AccessConfig; problems: string[] } {
  const perAddress = PER_ADDRESS[isSandbox ? 'sandbox' : 'live']
  const payments = PAYMENT_LIMITS[isSandbox ? 'sandbox' : 'live']
  const limits = {
    SIGN_INS_PER_ACCOUNT: numberOf(environment.SIGN_INS_PER_ACCOUNT, SIGN_INS_PER_ACCOUNT),
    SIGN_INS_PER_ADDRESS: numberOf(environment.SIGN_INS_PER_ADDRESS, perAddress.signIns),
    REGISTRATIONS_PER_ADDRESS: numberOf(environment.REGISTRATIONS_PER_ADDRESS, perAddress.registrations),
    PAYMENT_INTENTS_PER_MINUTE: numberOf(environment.PAYMENT_INTENTS_PER_MINUTE, payments.startsPerAddressAndMinute),
    CONFIRMS_PER_ADDRESS: numberOf(environment.CONFIRMS_PER_ADDRESS, payments.confirmsPerAddressAndMinute),
  }
  const metricsToken = environment.METRICS_TOKEN || undefined
  const trustedProxies = (environment.TRUSTED_PROXIES ?? '').split(',').flatMap((text) => text.trim() || [])
  return {
    access: {
      accountLimits: {
        signInsPerAccountAndMinute: limits.SIGN_INS_PER_ACCOUNT,
        signInsPerAddressAndMinute: limits.SIGN_INS_PER_ADDRESS,
        registrationsPerAddressAndHour: limits.REGISTRATIONS_PER_ADDRESS,
        callsPerAddressAndMinute: perAddress.calls,
        mailsPerAddressAndHour: perAddress.mails,
      },
      paymentLimits: {
        ...payments,
        startsPerAddressAndMinute: limits.PAYMENT_INTENTS_PER_MINUTE,
        confirmsPerAddressAndMinute: limits.CONFIRMS_PER_ADDRESS,
      },
      trustedProxies,
      metricsToken,
    },
    problems: [
      ...Object.entries(limits)
        .filter(([, value]) => !Number.isInteger(value) || value < 1)
        .map(([name]) => `${name} must be a whole number above 0`),
      ...trustedProxies
        .filter((text) => !isRange(text))
        .map((text) => `TRUSTED_PROXIES has "${text}", but must be addresses or ranges such as 10.0.0.0/8`),
      ...(metricsToken && metricsToken.length < MIN_TOKEN_LENGTH
        ? [`METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters`]
        : []),
    ],
  }
}

function numberOf(text: string | undefined, otherwise: number): number {
  return text ? Number(text) : otherwise
}

function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}
