import { createConnection } from 'node:net'
import { urlOf } from '@platform/base/address/url-of'
import { messageOf } from '@platform/base/errors/refusal'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { Admin, WebhookReport } from '@site/api/admin'
import type { ApiConfig } from '@site/api/config'
import { vatNumber } from '@site/shared/company'
import { type Finding, problem, warning } from './finding'

const CONNECT_MS = 3_000
const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 }

export type ExaminedShop = {
  api: ApiConfig
  admin: Admin
  environmentProblems: readonly string[]
  settings: SiteSettings | undefined
}

export async function examineShop(shop: ExaminedShop): Promise<Finding[]> {
  const { api, environmentProblems, settings } = shop
  return [
    ...environmentProblems.map((what) =>
      problem('environment', what, 'Correct the variable; an origin does not start with it.'),
    ),
    ...(await examineDatabase(shop)),
    ...(settings ? examineProviders(api, settings) : []),
    ...(await examineWebhooks(shop)),
    ...examineProxies(api, settings),
    ...(await examineMail(api)),
    ...examineCompany(api),
  ]
}

async function examineDatabase({ admin }: ExaminedShop): Promise<Finding[]> {
  try {
    const { warnings, orders, cases } = await admin({ do: 'attention' })
    const waiting = orders.length + cases.length
    return [
      ...warnings.map((what) => warning('shop-warning', what, 'See "site orders".')),
      ...(waiting > 0
        ? [warning('orders-waiting', `${waiting} orders or cases need a person`, 'See "site orders".')]
        : []),
    ]
  } catch (error) {
    const what = messageOf(error)
    if (/of an earlier release/.test(what)) {
      return [problem('schema-behind', what, 'Start an origin of this release once; it brings the tables up to date.')]
    }
    return [
      problem('database-away', `The shop's database does not answer: ${what}`, 'Start it; until then nobody can pay.'),
    ]
  }
}

async function examineWebhooks({ api, admin }: ExaminedShop): Promise<Finding[]> {
  if (!api.providers) return []
  try {
    return (await admin({ do: 'webhooks' })).flatMap(findingsOf)
  } catch (error) {
    return [
      warning('webhook-unknown', `The webhooks cannot be looked at: ${messageOf(error)}`, 'Try again in a moment.'),
    ]
  }
}

function findingsOf({ provider, url, state, missing, settings }: WebhookReport): Finding[] {
  if (state === 'right') return []
  const isSilent = state === 'missing' || state === 'off'
  const what = isSilent ? `reports nothing (${state})` : `does not report ${missing.join(', ')}`
  const todo = 'Say "site payments webhooks --create".'
  const silence =
    isSilent || missing.length > 0 ? [warning('webhook-missing', `${provider} ${what} to ${url}`, todo)] : []
  if (state !== 'unverified') return silence
  const unverified = `What ${provider} reports to ${url} is refused: it is checked by another webhook's id`
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const right = `Set ${set.join(', ')} on every origin, and start it again.`
  return [warning('webhook-unverified', unverified, right), ...silence]
}

/** Pages and API must agree on real money or sandbox, and on the accounts. */
function examineProviders({ providers, isProduction }: ApiConfig, settings: SiteSettings): Finding[] {
  const todo = 'Say "site settings --from-environment" with the environment of the origins.'
  if (settings.sandbox !== (providers === undefined)) {
    const pages = settings.sandbox ? 'The pages pay in the sandbox' : 'The pages take real payments'
    const here = providers ? 'this environment has the keys of the providers' : 'this environment has no keys'
    return [problem('providers-differ', `${pages}, but ${here}`, todo)]
  }
  const { stripe, paypal } = providers ?? {}
  if (stripe?.publishableKey !== settings.stripePublishableKey || paypal?.clientId !== settings.paypalClientId) {
    return [problem('providers-differ', 'The pages name another account of a provider than this environment', todo)]
  }
  if (stripe && !stripe.isLive && isProduction) {
    return [warning('providers-test', 'The keys are test keys: no money moves', 'Use live keys before the shop opens.')]
  }
  return []
}

function examineProxies({ access }: ApiConfig, settings: SiteSettings | undefined): Finding[] {
  if (!settings?.publicUrl.startsWith('https:') || access.trustedProxies.length > 0) return []
  const what = 'A proxy is in front (the address is https), but TRUSTED_PROXIES does not name it'
  return [warning('proxy-unnamed', what, 'Set it on every origin: without it all visitors count as one address.')]
}

export function examineCompany({ isProduction }: Pick<ApiConfig, 'isProduction'>, registration = vatNumber): Finding[] {
  if (!isProduction || /[1-9]/.test(registration)) return []
  const what = `Receipts name ${registration}, which is the example of a VAT registration and nobody's`
  return [warning('vat-number-example', what, "Put the company's own into shared/src/company.ts, and build anew.")]
}

async function examineMail({ smtpUrl, isMailOff, isProduction }: ApiConfig): Promise<Finding[]> {
  if (isMailOff)
    return [warning('mail-off', 'Nobody is written to (MAIL=off)', 'Set SMTP_URL when buyers shall get mail.')]
  if (!smtpUrl) return isProduction ? [problem('mail-off', 'SMTP_URL is missing', 'Set it: buyers get no mail.')] : []
  const url = urlOf(smtpUrl)
  if (!url) return []
  const { hostname, port, protocol } = url
  const number = Number(port) || (SMTP_PORTS[protocol] ?? 25)
  const reason = await connectTo(hostname, number)
  if (!reason) return []
  const todo = 'Bring it back; mail waits in the queue and is tried again for five days.'
  return [problem('mail-away', `The mail server ${hostname}:${number} does not answer: ${reason}`, todo)]
}

function connectTo(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: CONNECT_MS })
    const end = (reason?: string) => {
      socket.destroy()
      resolve(reason)
    }
    socket.on('connect', () => end())
    socket.on('timeout', () => end(`no answer within ${CONNECT_MS / 1_000} s`))
    socket.on('error', (error) => end(messageOf(error)))
  })
}
