/**
 * The one definition of a release: what a package says of itself (`<package>/src/release.ts`), what the build adds,
 * and what the origin reads as `release.json`. Only Node imports its values; packages import its types.
 */
import { type Static, Type } from 'typebox'
import { callsSchema, providesSchema, requiresSchema } from './release-contract'
import { inlineSchema, policySchema, trustedTypesSchema } from './release-policy'

// Names are taken into URLs and paths as they are, so nothing that needs escaping is let in.
const segment = '(?!\\.{1,2}(?:/|$))[\\w@.+~-]+'
export const PACKAGE_NAME = '^[a-z][a-z0-9-]{0,63}$'
const pagePath = '^/(?:[a-z0-9._~-]+(?:/[a-z0-9._~-]+)*)?$'
const modulePattern = `^\\./${segment}$`

const strict = { additionalProperties: false }
const strings = Type.Array(Type.String())

/**
 * Nodes of a schema.org graph, without `@context`. A text that starts with `/` is an address of this
 * site; the document makes it absolute.
 */
export type StructuredData = readonly Readonly<Record<string, unknown>>[]
const structuredData = Type.Unsafe<StructuredData>(Type.Array(Type.Record(Type.String(), Type.Unknown())))

const pageSchema = Type.Object(
  {
    /** Exposed module that renders the page, for example `./courses-page`. */
    module: Type.String({ pattern: '^\\./' }),
    /** Path to render, without a query. */
    path: Type.String({ pattern: pagePath }),
    /** The one query parameter that changes the HTML, and the values that are rendered ahead. */
    variants: Type.Optional(
      Type.Object(
        {
          parameter: Type.String({ pattern: '^[\\w-]+$' }),
          values: strings,
          /** By value, in place of the page's own. */
          structuredData: Type.Optional(Type.Record(Type.String(), structuredData)),
        },
        strict,
      ),
    ),
    /**
     * Serve this page, with this status, for every other path directly below this folder: 404 where it says that there is
     * nothing, 200 where its scripts find out what there is.
     */
    fallback: Type.Optional(
      Type.Object(
        { below: Type.String({ pattern: pagePath }), status: Type.Union([Type.Literal(200), Type.Literal(404)]) },
        strict,
      ),
    ),
    /** Keep the page out of the sitemap and of search engines. */
    noindex: Type.Optional(Type.Boolean()),
    /** What the page is about, for machines; only in the server's HTML, so that it costs the browser's scripts nothing. */
    structuredData: Type.Optional(structuredData),
    /**
     * A document of its own: its configuration names no other remote, and its policy lets in scripts of the host and of this
     * package alone.
     */
    isolated: Type.Optional(Type.Boolean()),
    /** Hosts this page alone may reach, by directive of the Content-Security-Policy; the operator grants each. */
    contentSecurityPolicy: Type.Optional(policySchema),
  },
  strict,
)

const manifestFields = {
  /** Pages the origin renders when the release is activated. */
  pages: Type.Array(pageSchema),
  /** Path pattern → module that renders it, for example `catalog/courses-page`; the host's alone. */
  routes: Type.Optional(Type.Record(Type.String({ pattern: '^/' }), Type.String())),
  /** Data other packages need, for example the price list. */
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /**
   * Hosts every page of the site may reach, by directive of the Content-Security-Policy, because a client navigation
   * keeps the policy of the document it began in; the host's alone. The operator grants each.
   */
  contentSecurityPolicy: Type.Optional(policySchema),
  /** Calls of the API that the package makes. */
  calls: Type.Optional(callsSchema),
  trustedTypes: Type.Optional(trustedTypesSchema),
}

const manifestSchema = Type.Object(manifestFields, strict)
/** What a package tells the origin about itself; each package's `src/release.ts` exports one. */
export type ReleaseManifest = Static<typeof manifestSchema>
export type ReleasePage = Static<typeof pageSchema>

const fileSchema = Type.Object(
  { sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }), bytes: Type.Integer({ minimum: 0 }) },
  strict,
)

/** What builds write and sites take; a release of any other format is refused by name. */
export const RELEASE_FORMAT = 4

const releaseFields = {
  format: Type.Literal(RELEASE_FORMAT),
  package: Type.String({ pattern: PACKAGE_NAME }),
  version: Type.String(),
  /** How shared modules behave beyond their names and types. */
  contract: Type.Integer(),
  exposes: Type.Array(Type.String({ pattern: modulePattern })),
  /** Libraries that exist once on a page: the host's version, and the range a build was tested with. */
  shared: Type.Record(
    Type.String(),
    Type.Object({ version: Type.Optional(Type.String()), range: Type.String() }, strict),
    strict,
  ),
  /** Constants of the business that were compiled into its scripts (`shared/src/constants.ts`), by name. */
  constants: Type.Record(Type.String(), Type.Unknown()),
  entry: Type.String({ pattern: `^${segment}$` }),
  modules: Type.Record(Type.String(), Type.Object({ scripts: strings, styles: strings }, strict)),
  ...manifestFields,
  data: Type.Record(Type.String(), Type.Unknown()),
  /** `client` and `public` reach visitors; `server` renders, and `maps` says where in the sources a script's place is. */
  files: Type.Record(Type.String({ pattern: `^(?:client|server|public|maps)(?:/${segment})+$` }), fileSchema, strict),
}

/** `release.json` of a built package, by its kind; the promise every file of it is checked against. */
export const releaseSchemas = {
  host: Type.Object(
    {
      ...releaseFields,
      kind: Type.Literal('host'),
      /** Contracts of the remotes it serves. */
      supports: Type.Array(Type.Integer()),
      provides: providesSchema,
      inline: inlineSchema,
    },
    strict,
  ),
  remote: Type.Object({ ...releaseFields, kind: Type.Literal('remote'), requires: requiresSchema }, strict),
}
export type HostRelease = Static<typeof releaseSchemas.host>
export type RemoteRelease = Static<typeof releaseSchemas.remote>
export type Release = HostRelease | RemoteRelease
export type ReleaseFile = Static<typeof fileSchema>
