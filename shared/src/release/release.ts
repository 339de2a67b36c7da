/**
 * A package's own statements, the build's additions, and `release.json` as the origin reads it. Packages import
 * types only.
 */
import { type Static, Type } from 'typebox'
import { callsSchema, providesSchema, requiresSchema } from './release-contract'
import { inlineSchema, policySchema, trustedTypesSchema } from './release-policy'

// Taken into URLs and paths as they are, so nothing may need escaping.
const segment = '(?!\\.{1,2}(?:/|$))[\\w@.+~-]+'
/** No name of a built-in property, which every look-up would find. */
export const PACKAGE_NAME = '^(?!constructor$)[a-z][a-z0-9-]{0,63}$'
const pathSegment = '(?!\\.{1,2}(?:/|$))[a-z0-9._~-]+'
const pagePath = `^/(?:${pathSegment}(?:/${pathSegment})*)?$`
const modulePattern = `^\\./${segment}$`
const assets = Type.Array(Type.String({ pattern: `^${segment}(?:/${segment})*$` }))

const strict = { additionalProperties: false }
const strings = Type.Array(Type.String())

const label = Type.String({ pattern: '^[^<>]{1,40}$' })
const menuLink = { label, to: Type.String({ pattern: '^/(?!/)[^\\\\<>]*$' }) }
const menuEntry = { menu: Type.Literal('main'), after: Type.Optional(label) }
/** `after` is a label. */
const menuSchema = Type.Array(
  Type.Union([
    Type.Object({ ...menuEntry, ...menuLink }, strict),
    Type.Object({ ...menuEntry, label, links: Type.Array(Type.Object(menuLink, strict)) }, strict),
  ]),
)

/** Nodes of a schema.org graph; the document makes texts that start with `/` absolute. */
export type StructuredData = readonly Readonly<Record<string, unknown>>[]
const structuredData = Type.Unsafe<StructuredData>(Type.Array(Type.Record(Type.String(), Type.Unknown())))

const blockName = Type.String({ pattern: `^[a-z][a-z0-9-]*/${segment}$` })

/** For pages of other packages. */
const blockSchema = Type.Object(
  {
    module: Type.String({ pattern: modulePattern }),
    /** JSON Schema. */
    props: Type.Record(Type.String(), Type.Unknown()),
    /** A first view needs no script. */
    isStatic: Type.Optional(Type.Boolean()),
  },
  strict,
)

const placedBlockSchema = Type.Object(
  {
    name: blockName,
    props: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  strict,
)

const pageSchema = Type.Object(
  {
    module: Type.String({ pattern: modulePattern }),
    path: Type.String({ pattern: pagePath }),
    /** The one query parameter that changes the HTML. */
    variants: Type.Optional(
      Type.Object(
        {
          parameter: Type.String({ pattern: '^[\\w-]+$' }),
          values: strings,
          structuredData: Type.Optional(Type.Record(Type.String(), structuredData)),
        },
        strict,
      ),
    ),
    /** Serves this page for every other path directly below the folder. */
    fallback: Type.Optional(
      Type.Object(
        { below: Type.String({ pattern: pagePath }), status: Type.Union([Type.Literal(200), Type.Literal(404)]) },
        strict,
      ),
    ),
    noindex: Type.Optional(Type.Boolean()),
    /** Pages of this site may show it in a frame. */
    embedded: Type.Optional(Type.Boolean()),
    /** Only in the server's HTML. */
    structuredData: Type.Optional(structuredData),
    /** Its configuration names no other remote; its policy lets in scripts of the host and this package alone. */
    isolated: Type.Optional(Type.Boolean()),
    blocks: Type.Optional(Type.Array(placedBlockSchema)),
    /** Of this page alone; the operator grants each. */
    contentSecurityPolicy: Type.Optional(policySchema),
  },
  strict,
)

const manifestFields = {
  pages: Type.Array(pageSchema),
  menu: Type.Optional(menuSchema),
  blocks: Type.Optional(Type.Array(blockSchema)),
  /** Of former shells; ignored. */
  routes: Type.Optional(Type.Record(Type.String(), Type.String())),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /**
   * Of every page, because a client navigation keeps its document's policy; the host's alone. The operator grants
   * each.
   */
  contentSecurityPolicy: Type.Optional(policySchema),
  calls: Type.Optional(callsSchema),
  trustedTypes: Type.Optional(trustedTypesSchema),
}

const manifestSchema = Type.Object(manifestFields, strict)
/** Each package's `src/release.ts` exports one. */
export type ReleaseManifest = Static<typeof manifestSchema>

const fileSchema = Type.Object(
  { sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }), bytes: Type.Integer({ minimum: 0 }) },
  strict,
)

/** A release of any other format is refused. */
export const RELEASE_FORMAT = 4

const releaseFields = {
  format: Type.Literal(RELEASE_FORMAT),
  package: Type.String({ pattern: PACKAGE_NAME }),
  version: Type.String(),
  /** How shared modules behave beyond their names and types. */
  contract: Type.Integer(),
  exposes: Type.Array(Type.String({ pattern: modulePattern })),
  /** The host's version, and the range a build was tested with. */
  shared: Type.Record(
    Type.String(),
    Type.Object({ version: Type.Optional(Type.String()), range: Type.String() }, strict),
    strict,
  ),
  /** Constants compiled into its scripts (`shared/src/constants.ts`). */
  constants: Type.Record(Type.String(), Type.Unknown()),
  entry: Type.String({ pattern: `^${segment}$` }),
  modules: Type.Record(Type.String(), Type.Object({ scripts: assets, styles: assets }, strict)),
  ...manifestFields,
  data: Type.Record(Type.String(), Type.Unknown()),
  /** `client` and `public` reach visitors; `server` renders, `maps` locates a script's place. */
  files: Type.Record(Type.String({ pattern: `^(?:client|server|public|maps)(?:/${segment})+$` }), fileSchema, strict),
}

/** `release.json` of a built package, by its kind. */
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
