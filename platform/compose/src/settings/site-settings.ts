import { isDeepStrictEqual } from 'node:util'
import { urlOf } from '@platform/base/address/url-of'
import { Refusal } from '@platform/base/errors/refusal'
import { companyFields } from '@site/shared/company-fields'
import { PACKAGE_NAME } from '@site/shared/release'
import { policySchema } from '@site/shared/release-policy'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const { vatNumber: _, ...fields } = companyFields
type Facts = Record<keyof typeof fields, ReturnType<typeof Type.String>>
const facts = Object.fromEntries(
  Object.entries(fields).map(([name, { pattern }]) => [name, Type.String({ pattern })]),
) as Facts

/** Settings of every page, kept with the site and independent of the environment. */
export const siteSettingsSchema = Type.Object(
  {
    /** Scheme and host without a final slash. */
    publicUrl: Type.String({ pattern: '^https?://(?![^/]*\\.(?::|$))[^/?#]+$' }),
    sandbox: Type.Boolean(),
    stripePublishableKey: Type.Optional(Type.String({ pattern: '^pk_\\w+$' })),
    paypalClientId: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
    isDevelopment: Type.Boolean(),
    company: Type.Optional(Type.Partial(Type.Object(facts, { additionalProperties: false }))),
    /** Granted by the operator, by package. */
    hosts: Type.Optional(
      Type.Record(Type.String({ pattern: PACKAGE_NAME }), policySchema, { additionalProperties: false }),
    ),
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

export function differencesOf(a: Partial<SiteSettings> | undefined, b: SiteSettings): string[] {
  const names = Object.keys(siteSettingsSchema.properties) as (keyof SiteSettings)[]
  return names.filter((name) => !isDeepStrictEqual(a?.[name], b[name]))
}

/** Returns scheme and host; `undefined` for a longer address or a last dot. */
export function parseAddress(text: string): string | undefined {
  const url = urlOf(text)
  if (!url) return undefined
  const { protocol, origin, hostname, pathname, search, hash } = url
  const isPlain = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
  return isPlain && !hostname.endsWith('.') ? origin : undefined
}
