import { Refusal } from '@platform/base/errors/refusal'
import {
  type HostRelease,
  PACKAGE_NAME,
  RELEASE_FORMAT,
  type Release,
  type RemoteRelease,
  releaseSchemas,
} from '@site/shared/release'
import semver from 'semver'
import { Compile } from 'typebox/compile'

export type { HostRelease, Release, ReleaseFile, RemoteRelease } from '@site/shared/release'

const checkers = { host: Compile(releaseSchemas.host), remote: Compile(releaseSchemas.remote) }

/** A hundred times the largest release of this site. */
const MAX_JSON_BYTES = 8_000_000
const MAX_DATA_BYTES = 1_000_000

export function parseRelease(json: string, source: string): Release {
  if (json.length > MAX_JSON_BYTES) throw new Refusal(`${source} is larger than ${MAX_JSON_BYTES / 1e6} MB`)
  const value = parseJson(json, source)
  refuseOtherFormat(value, source)
  const checker = Object(value).kind === 'host' ? checkers.host : checkers.remote
  if (!checker.Check(value)) {
    const [error] = checker.Errors(value)
    throw new Refusal(`${source} is not a valid release.json: ${error?.instancePath || '/'} ${error?.message}`)
  }
  if (JSON.stringify(value.data).length > MAX_DATA_BYTES) {
    throw new Refusal(`${source}: data is larger than ${MAX_DATA_BYTES / 1e6} MB`)
  }
  if (semver.valid(value.version) !== value.version) {
    throw new Refusal(`${source}: "${value.version}" is not a version such as 1.4.0`)
  }
  return value
}

function refuseOtherFormat(value: unknown, source: string): void {
  const { format } = Object(value) as { format?: unknown }
  if (typeof format !== 'number' || format === RELEASE_FORMAT) return
  const todo = format < RELEASE_FORMAT ? 'Build it anew.' : 'Update the site first.'
  throw new Refusal(`${source} is of format ${format}, and this site takes format ${RELEASE_FORMAT}. ${todo}`)
}

/** Could change what a terminal shows of a message. */
const CONTROL = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

function parseJson(json: string, source: string): unknown {
  let problem: string | undefined
  const look = (name: string, value: unknown) => {
    // Every look-up by such a name would find what all objects have.
    if (name in Object.prototype) problem ??= `a field with the name ${JSON.stringify(name)}`
    if (CONTROL.test(name) || (typeof value === 'string' && CONTROL.test(value)))
      problem ??= `a control character at ${JSON.stringify(name)}`
    return value
  }
  let value: unknown
  try {
    value = JSON.parse(json, look)
  } catch (cause) {
    throw new Refusal(`${source} is not JSON`, { cause })
  }
  if (problem !== undefined) throw new Refusal(`${source} has ${problem}`)
  return value
}

export const isHost = (release: Release): release is HostRelease => release.kind === 'host'
export const isRemote = (release: Release): release is RemoteRelease => release.kind === 'remote'

/** Validates a package name, which keeps `../` out of paths. */
export const isPackageName = (name: string): boolean => new RegExp(PACKAGE_NAME).test(name)

export function nameOf({ package: name, version }: Pick<Release, 'package' | 'version'>): string {
  return `${name}@${version}`
}
