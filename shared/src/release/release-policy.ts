/** What a release says of the Content-Security-Policy of its pages; part of `release.json`. */
import { type Static, Type } from 'typebox'

const strict = { additionalProperties: false }

/** A provider's script may need to write styles of its own; never allowed for scripts. */
export const INLINE_STYLES = "'unsafe-inline'"

/**
 * One host by https, or all below one that has a name itself (`https://*.paypal.com`). No scheme alone, no `*`, no path and
 * no keyword: each of those would let in hosts that nobody has named.
 */
const HOST = 'https://(?:\\*\\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?(?::[1-9]\\d{0,4})?'
export const HOST_PATTERN = `^${HOST}$`
const hosts = Type.Optional(Type.Array(Type.String({ pattern: HOST_PATTERN })))
const hostsOrInline = Type.Optional(Type.Array(Type.String({ pattern: `^(?:${HOST}|${INLINE_STYLES})$` })))

/** What a page may open beyond its own origin, by directive; the rest of the policy is not for a page to change. */
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

/**
 * What the host's documents have inline, as its build found it. Of scripts nothing else may run in a document, and no
 * remote can add to it.
 */
export const inlineSchema = Type.Object(
  {
    /** Digest of each script, as the policy writes it. */
    scripts: Type.Array(Type.String({ pattern: '^sha256-[A-Za-z0-9+/]{43}=$' })),
    /** What stands before the first style sheet, in the same element: the order of the layers. */
    beforeStyles: Type.String(),
    /** The address React writes into a form that a function takes over; it leads nowhere. */
    formAction: Type.String({ pattern: '^javascript:' }),
  },
  strict,
)
export type InlineParts = Static<typeof inlineSchema>

/** Names of the Trusted Types policies that a package's scripts create; its own name first, so that none takes another's. */
export const trustedTypesSchema = Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }))
