import { isDeepStrictEqual } from 'node:util'
import { urlOf } from '@platform/base/address/url-of'
import { Refusal } from '@platform/base/errors/refusal'
import { PACKAGE_NAME } from '@site/shared/release'
import { policySchema } from '@site/shared/release-policy'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** What every page is rendered with; kept with the site, and changed by no environment. */
export const siteSettingsSchema = Type.Object(
  {
    /** Scheme and host visitors know the site by, without a slash at the end. */
    publicUrl: Type.String({ pattern: '^https?://[^/?#]+$' }),
    /** True while fake providers take payments and no money moves. */
    sandbox: Type.Boolean(),
    /** The card provider's public key; a sandbox does without. */
    stripePublishableKey: Type.Optional(Type.String({ pattern: '^pk_\\w+$' })),
    /** The wallet provider's public identifier; a sandbox does without. */
    paypalClientId: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
    /** Pages reload when something else becomes live, and compression is fast instead of small. */
    isDevelopment: Type.Boolean(),
    /** By package: the hosts beyond this origin that its pages may reach; nobody but the operator adds to them. */
    hosts: Type.Optional(Type.Record(Type.String({ pattern: PACKAGE_NAME }), policySchema)),
  },
  { additionalProperties: false },
)
export type SiteSettings = Static<typeof siteSettingsSchema>
export type GrantedHosts = NonNullable<SiteSettings['hosts']>

const checker = Compile(siteSettingsSchema)

export function requireSettings(settings: SiteSettings | undefined): SiteSettings {
  if (settings) return settings
  throw new Refusal(
    'The site has no settings yet, so its pages would not know their address. ' +
      'Say for example "site settings --public-url https://shop.example", or "site settings --from-environment".',
  )
}

/** @throws Refusal naming the first setting that is wrong. */
export function parseSettings(value: unknown, source: string): SiteSettings {
  if (!checker.Check(value)) {
    const [error] = checker.Errors(value)
    throw new Refusal(`${source}: ${error?.instancePath.slice(1) || 'the whole'} ${error?.message}`)
  }
  if (!value.sandbox && !(value.stripePublishableKey && value.paypalClientId)) {
    throw new Refusal(`${source}: real payments need the providers' public names (Stripe's key and PayPal's client)`)
  }
  return value
}

/** The names of the settings in which two differ; the order in which they were written does not matter. */
export function differencesOf(a: Partial<SiteSettings> | undefined, b: SiteSettings): string[] {
  const names: (keyof SiteSettings)[] = [
    'publicUrl',
    'sandbox',
    'stripePublishableKey',
    'paypalClientId',
    'isDevelopment',
    'hosts',
  ]
  return names.filter((name) => !isDeepStrictEqual(a?.[name], b[name]))
}

/** The scheme and host of an address, without a slash at the end; `undefined` when it has more than that. */
export function parseAddress(text: string): string | undefined {
  const url = urlOf(text)
  if (!url) return undefined
  const { protocol, origin, pathname, search, hash } = url
  const isPlain = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
  return isPlain ? origin : undefined
}
