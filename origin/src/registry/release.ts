import semver from 'semver'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refusal } from '../refusal'

const packageName = '^[a-z][a-z0-9-]{0,63}$'
// Names are taken into URLs and paths as they are, so nothing that needs escaping is let in.
const segment = '(?!\\.{1,2}(?:/|$))[\\w@.+~-]+'
const plainFile = `^${segment}$`
const releaseFile = `^(?:client|server|public)(?:/${segment})+$`
const pagePath = '^/(?:[a-z0-9._~-]+(?:/[a-z0-9._~-]+)*)?$'

const strict = { additionalProperties: false }
const strings = Type.Array(Type.String())

const hosts = Type.Optional(Type.Array(Type.String({ pattern: '^[^\\s;,\'"]+$' })))
const hostsOrInline = Type.Optional(Type.Array(Type.String({ pattern: "^(?:[^\\s;,'\"]+|'unsafe-inline')$" })))

/** What a page may open beyond its own origin; the rest of the policy is not for a page to change. */
const policy = Type.Object(
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

/** A schema.org graph; what is in it is the package's own matter. */
const structuredData = Type.Array(Type.Record(Type.String(), Type.Unknown()))

const pageSchema = Type.Object(
  {
    module: Type.String({ pattern: '^\\./' }),
    path: Type.String({ pattern: pagePath }),
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
    fallback: Type.Optional(
      Type.Object({ below: Type.String({ pattern: pagePath }), status: Type.Literal(404) }, strict),
    ),
    noindex: Type.Optional(Type.Boolean()),
    structuredData: Type.Optional(structuredData),
    contentSecurityPolicy: Type.Optional(policy),
  },
  strict,
)

const releaseSchema = Type.Object(
  {
    format: Type.Literal(1),
    package: Type.String({ pattern: packageName }),
    version: Type.String(),
    kind: Type.Union([Type.Literal('host'), Type.Literal('remote')]),
    contract: Type.Integer(),
    exposes: Type.Array(Type.String({ pattern: `^\\./${segment}$` })),
    requires: strings,
    shared: Type.Record(
      Type.String(),
      Type.Object({ version: Type.Optional(Type.String()), range: Type.String() }, strict),
      strict,
    ),
    entry: Type.String({ pattern: plainFile }),
    modules: Type.Record(Type.String(), Type.Object({ scripts: strings, styles: strings }, strict)),
    pages: Type.Array(pageSchema),
    data: Type.Record(Type.String(), Type.Unknown()),
    contentSecurityPolicy: Type.Optional(policy),
    files: Type.Record(
      Type.String({ pattern: releaseFile }),
      Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }), bytes: Type.Integer({ minimum: 0 }) }, strict),
      strict,
    ),
  },
  strict,
)

/** What `release.json` says of a built package; the promise every file of it is checked against. */
export type Release = Static<typeof releaseSchema>
export type ReleaseFile = Release['files'][string]

const checker = Compile(releaseSchema)

/** @throws Refusal naming the first field that is wrong. */
export function parseRelease(json: string, source: string): Release {
  const value = parseJson(json, source)
  if (!checker.Check(value)) {
    const [error] = checker.Errors(value)
    throw new Refusal(`${source} is not a valid release.json: ${error?.instancePath || '/'} ${error?.message}`)
  }
  if (semver.valid(value.version) !== value.version) {
    throw new Refusal(`${source}: "${value.version}" is not a version such as 1.4.0`)
  }
  return value
}

function parseJson(json: string, source: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Refusal(`${source} is not JSON`, { cause })
  }
}

/** Whether a name given by an operator can be a package at all; keeps `../` out of paths. */
export function isPackageName(name: string): boolean {
  return new RegExp(packageName).test(name)
}
