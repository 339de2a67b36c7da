import { Refusal } from '@platform/base/errors/refusal'
import { PACKAGE_NAME, type Release, releaseSchema } from '@site/shared/release'
import semver from 'semver'
import { Compile } from 'typebox/compile'

export type { Release, ReleaseFile } from '@site/shared/release'

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
  return new RegExp(PACKAGE_NAME).test(name)
}
