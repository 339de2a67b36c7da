import { createConnection } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { urlOf } from '@platform/base/address/url-of'
import { messageOf } from '@platform/base/errors/refusal'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { Admin, WebhookReport } from '@site/api/admin'
import type { ApiConfig } from '@site/api/config'
import { vatNumberOf } from '@site/papers/company'
import type { ShopFacts } from '@site/shared/company-fields'
import { type Finding, found, foundIf, orFound } from './findings'

const CONNECT_MS = 3_000
const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 }

export type ExaminedShop = {
  api: ApiConfig
  admin: Admin
  environmentProblems: readonly string[]
  missingForLaunch?: readonly string[]
  settings: SiteSettings | undefined
}

export async function examineShop(shop: ExaminedShop): Promise<Finding[]> {
  const { api, environmentProblems, settings } = shop
  return [
    ...environmentProblems.map((what) => found('environment', what)),
    ...(await examineDatabase(shop)),
    ...(settings ? examineProviders(api, settings) : []),
    ...(await examineWebhooks(shop)),
    ...examineProxies(api, settings),
    ...(await examineMail(api)),
    ...(await examineFacts(shop)),
  ]
}

async function examineDatabase({ admin }: ExaminedShop): Promise<Finding[]> {
  try {
    const { warnings, orders, cases } = await admin({ do: 'attention' })
    const waiting = orders.length + cases.length
    return [
      ...warnings.map((what) => found('shop-warning', what)),
      ...foundIf(waiting > 0, 'orders-waiting', `${waiting} orders or cases need a person`),
    ]
  } catch (error) {
    const what = messageOf(error)
    if (/of an earlier release/.test(what)) return [found('schema-behind', what)]
    // Its lock is held, so a server has it open.
    if (/ is in use by /.test(what)) return [found('database-unreachable', what)]
    return [found('database-away', `The shop's database does not answer: ${what}`)]
  }
}

async function examineWebhooks({ api, admin }: ExaminedShop): Promise<Finding[]> {
  if (!api.providers) return []
  const examine = async () => (await admin({ do: 'webhooks' })).flatMap(findingsOf)
  return orFound('webhook-unknown', 'The webhooks cannot be read: ', examine)
}

function findingsOf({ provider, url, state, missing, settings }: WebhookReport): Finding[] {
  const isSilent = state === 'missing' || state === 'off'
  const what = isSilent ? `reports nothing (${state})` : `does not report ${missing.join(', ')}`
  const isMissing = isSilent || (state !== 'right' && missing.length > 0)
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const unverified = found(
    'webhook-unverified',
    `Events of ${provider} to ${url} are refused: this shop verifies them with another webhook's id`,
    { todo: `Set ${set.join(', ')} on every origin, and start it again.` },
  )
  return [
    ...(state === 'unverified' ? [unverified] : []),
    ...foundIf(isMissing, 'webhook-missing', `${provider} ${what} to ${url}`),
  ]
}

/** Nothing in production, where each is a finding. */
export async function listBeforeLaunch({ api, admin, missingForLaunch = [] }: Omit<ExaminedShop, 'settings'>) {
  if (api.isProduction) return []
  const more = [
    ...(api.databaseUrl ? [] : ['DATABASE_URL is missing: live payments need a PostgreSQL server']),
    ...(api.providers && !api.providers.stripe.isLive ? ['the keys of the providers are test keys'] : []),
    ...examineCompany({ isProduction: true }, vatNumberOf(await readFacts(admin))).map(({ what }) => what),
  ]
  return [...missingForLaunch, ...more]
}

/** Pages and API must agree on real money or sandbox, and on the accounts. */
function examineProviders({ providers, isProduction }: ApiConfig, settings: SiteSettings): Finding[] {
  if (settings.sandbox !== (providers === undefined)) {
    const pages = settings.sandbox ? 'The pages pay in the sandbox' : 'The pages take real payments'
    const here = providers ? 'this environment has the keys of the providers' : 'this environment has no keys'
    return [found('providers-differ', `${pages}, but ${here}`)]
  }
  const { stripe, paypal } = providers ?? {}
  if (stripe?.publishableKey !== settings.stripePublishableKey || paypal?.clientId !== settings.paypalClientId) {
    return [found('providers-differ', 'The pages name another account of a provider than this environment')]
  }
  return foundIf(stripe && !stripe.isLive && isProduction, 'providers-test', 'The keys are test keys: no money moves')
}

function examineProxies({ access }: ApiConfig, settings: SiteSettings | undefined): Finding[] {
  const isBehindProxy = settings?.publicUrl.startsWith('https:') && access.trustedProxies.length === 0
  const what = 'A proxy is in front (the address is https), but TRUSTED_PROXIES does not name it'
  return foundIf(isBehindProxy, 'proxy-unnamed', what)
}

/** Without a database the environment alone knows. */
async function readFacts(admin: Admin): Promise<ShopFacts> {
  return (await admin({ do: 'company' }).catch(() => []))[0]?.facts ?? {}
}

async function examineFacts({ admin, api, settings }: ExaminedShop): Promise<Finding[]> {
  const { vatNumber, ...facts } = await readFacts(admin)
  const isBehind = settings && !isDeepStrictEqual(facts, settings.company ?? {})
  return [
    ...examineCompany(api, vatNumberOf({ ...(vatNumber && { vatNumber }) })),
    ...foundIf(isBehind, 'company-unpublished', 'The pages lack changes of the company’s facts'),
  ]
}

export function examineCompany({ isProduction }: Pick<ApiConfig, 'isProduction'>, registration: string): Finding[] {
  const what = `Receipts name ${registration}, which is only an example of a VAT registration`
  return foundIf(isProduction && !/[1-9]/.test(registration), 'vat-number-example', what)
}

async function examineMail({ smtpUrl, isMailOff, isProduction }: ApiConfig): Promise<Finding[]> {
  if (isMailOff) return [found('mail-off', 'The shop sends no mail (MAIL=off)')]
  if (!smtpUrl && isProduction) {
    return [found('mail-off', 'SMTP_URL is missing', { level: 'problem', todo: 'Set it: buyers get no mail.' })]
  }
  const url = urlOf(smtpUrl ?? '')
  if (!url) return []
  const { hostname, port, protocol } = url
  const number = Number(port) || (SMTP_PORTS[protocol] ?? 25)
  const reason = await connectTo(hostname, number)
  return foundIf(reason !== undefined, 'mail-away', `The mail server ${hostname}:${number} does not answer: ${reason}`)
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
