import { type Static, Type } from 'typebox'

const strict = { additionalProperties: false }

/** A provider's script may write styles of its own; never allowed for scripts. */
export const INLINE_STYLES = "'unsafe-inline'"

/**
 * One https host, or all below a named one (`https://*.paypal.com`). Schemes, `*`, paths and keywords would let in
 * unnamed hosts.
 */
const HOST = 'https://(?:\\*\\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::[1-9]\\d{0,4})?'
export const HOST_PATTERN = `^${HOST}$`
const hosts = Type.Optional(Type.Array(Type.String({ pattern: HOST_PATTERN })))
const hostsOrInline = Type.Optional(Type.Array(Type.String({ pattern: `^(?:${HOST}|${INLINE_STYLES})$` })))

/** By directive; the rest of the policy is not for a page to change. */
export const policySchema = Type.Object(
  {
    'connect-src': hosts,
    'font-src': hosts,
    'form-action': hosts,
    'frame-src': hosts,
    'img-src': hosts,
    'media-src': hosts,
    'script-src': hosts,
    'style-src': hostsOrInline,
  },
  strict,
)
export type PolicyHosts = Static<typeof policySchema>
export type PolicyDirective = keyof PolicyHosts
export const policyDirectives = Object.keys(policySchema.properties) as PolicyDirective[]

/** Inline scripts of the host's documents; no other may run. */
export const inlineSchema = Type.Object(
  {
    scripts: Type.Array(Type.String({ pattern: '^sha256-[A-Za-z0-9+/]{43}=$' })),
    beforeStyles: Type.String(),
    /** The address React writes into a form with a function. */
    formAction: Type.String({ pattern: '^javascript:[ -~]*$' }),
  },
  strict,
)

/** Trusted Types policies of a package; its own name first, so that none takes another's. */
export const trustedTypesSchema = Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }))
