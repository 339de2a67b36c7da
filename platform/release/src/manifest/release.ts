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

export function parseRelease(json: string, source: string): Release {
  const value = parseJson(json, source)
  refuseOtherFormat(value, source)
  const checker = Object(value).kind === 'host' ? checkers.host : checkers.remote
  if (!checker.Check(value)) {
    const [error] = checker.Errors(value)
    throw new Refusal(`${source} is not a valid release.json: ${error?.instancePath || '/'} ${error?.message}`)
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

function parseJson(json: string, source: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Refusal(`${source} is not JSON`, { cause })
  }
}

export function isHost(release: Release): release is HostRelease {
  return release.kind === 'host'
}

export function isRemote(release: Release): release is RemoteRelease {
  return release.kind === 'remote'
}

/** Validates a package name, which keeps `../` out of paths. */
export function isPackageName(name: string): boolean {
  return new RegExp(PACKAGE_NAME).test(name)
}

export function nameOf({ package: name, version }: Pick<Release, 'package' | 'version'>): string {
  return `${name}@${version}`
}
