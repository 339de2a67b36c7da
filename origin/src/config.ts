import path from 'node:path'
import { type ApiConfig, readApiConfig } from '@site/api/config'
import { actorOf } from './record/actor'
import type { Actor } from './record/entry'
import { parseSettings, type SiteSettings } from './settings/site-settings'
import { type RegistrySettings, readRegistrySettings } from './team-registry/registry-settings'

export type OriginConfig = {
  port: number
  /** Addresses to listen on. */
  hosts: string[]
  siteDir: string
  logLevel: string
  /** What this process would tell visitors; the pages say what is kept with the site. */
  settings: SiteSettings
  api: ApiConfig
}

/** What the operator's command needs; reading and undoing need neither keys nor secrets. */
export type OperatorConfig = {
  siteDir: string
  /** Where the teams publish their releases. */
  registry: RegistrySettings | undefined
  /** Who calls it, for the record. */
  actor: Actor
  /** Not looked at for faults: a command that needs a key says so itself. */
  api: ApiConfig
  /** What would keep an origin with this environment from starting. */
  environmentFaults: readonly string[]
  /** @throws Refusal or Error when the environment does not say it. */
  settingsOfEnvironment: () => SiteSettings
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the environment of the origin.
 * @throws Error that lists every variable that is wrong.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): OriginConfig {
  const { PORT = '3000', LOG_LEVEL = 'info', SITE_DIR = '.site', SITE_DEV } = environment
  const { PUBLIC_URL = `http://localhost:${PORT}` } = environment
  const publicUrl = parseAddress(PUBLIC_URL)
  const api = readApiConfig(environment, publicUrl ?? '')
  const faults = [
    ...(isPort(PORT) ? [] : [`PORT is "${PORT}", but must be a number from 0 to 65535`]),
    ...(logLevels.includes(LOG_LEVEL)
      ? []
      : [`LOG_LEVEL is "${LOG_LEVEL}", but must be one of ${logLevels.join(', ')}`]),
    ...(publicUrl ? [] : [`PUBLIC_URL is "${PUBLIC_URL}", but must be an address such as https://shop.example`]),
    ...(SITE_DEV === undefined || SITE_DEV === '1' ? [] : [`SITE_DEV is "${SITE_DEV}", but must be 1 or absent`]),
    ...api.faults,
  ]
  if (!publicUrl || faults.length > 0) throw new Error(`The environment is not valid:\n  ${faults.join('\n  ')}`)
  return {
    port: Number(PORT),
    hosts: hostsOf(environment),
    siteDir: path.resolve(SITE_DIR),
    logLevel: LOG_LEVEL,
    settings: { publicUrl, ...publicNamesOf(api.config), isDevelopment: SITE_DEV === '1' },
    api: api.config,
  }
}

/** @throws Error when the registry's address is wrong. */
export function readOperatorConfig(environment: NodeJS.ProcessEnv = process.env): OperatorConfig {
  const { PORT = '3000', SITE_DIR = '.site', SITE_DEV } = environment
  const { PUBLIC_URL = `http://localhost:${PORT}` } = environment
  const publicUrl = parseAddress(PUBLIC_URL)
  const { config, faults: environmentFaults } = readApiConfig(environment, publicUrl ?? '')
  const { registry, faults } = readRegistrySettings(environment)
  if (faults.length > 0) throw new Error(`The environment is not valid:\n  ${faults.join('\n  ')}`)
  return {
    siteDir: path.resolve(SITE_DIR),
    registry,
    actor: actorOf(environment),
    api: config,
    environmentFaults,
    settingsOfEnvironment: () =>
      parseSettings(
        { publicUrl: publicUrl ?? PUBLIC_URL, ...publicNamesOf(config), isDevelopment: SITE_DEV === '1' },
        'What the environment says',
      ),
  }
}

/** What a page must know to pay: the providers' public names, or that it is a sandbox. */
function publicNamesOf({ providers }: ApiConfig) {
  if (!providers) return { sandbox: true }
  const { stripe, paypal } = providers
  return { sandbox: false, stripePublishableKey: stripe.publishableKey, paypalClientId: paypal.clientId }
}

/** `localhost` is two addresses on most machines, and a browser may try either. */
function hostsOf({ HOST, NODE_ENV }: NodeJS.ProcessEnv): string[] {
  const host = HOST ?? (NODE_ENV === 'production' ? '0.0.0.0' : 'localhost')
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

/** The scheme and host of an address, without a slash at the end; `undefined` when it has more than that. */
function parseAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash } = new URL(text)
  const isPlain = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
  return isPlain ? origin : undefined
}
