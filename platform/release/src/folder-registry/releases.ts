import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { exists } from '@platform/base/durable/durable'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import semver from 'semver'
import { isPackageName } from '../manifest/release'
import { RELEASE_FILE } from '../manifest/release-file'
import { verifyEncodedFiles } from '../verify/encode-files'
import { checkSignature, isReleaseSignedBy } from '../verify/release-signature'
import type { TeamKeys } from '../verify/team-keys'
import { type VerifiedRelease, verifyRelease } from '../verify/verify-release'

export type PublishedRelease = { package: string; version: string; publishedAt: string }

export async function listReleases(folders: ReleaseFolders): Promise<PublishedRelease[]> {
  const releases: PublishedRelease[] = []
  for (const { package: name, version, folder } of await listReleaseFolders(folders)) {
    const found = await stat(path.join(folder, RELEASE_FILE)).catch(() => undefined)
    if (found) releases.push({ package: name, version, publishedAt: found.mtime.toISOString() })
  }
  return releases.sort(
    (a, b) =>
      a.package.localeCompare(b.package) ||
      b.publishedAt.localeCompare(a.publishedAt) ||
      semver.rcompare(a.version, b.version),
  )
}

export async function listReleaseFolders(folders: ReleaseFolders) {
  const names = await namesIn(folders.releases)
  const found = await Promise.all(
    names.map(async (name) =>
      (await namesIn(folders.package(name))).map((version) => ({
        package: name,
        version,
        folder: folders.release(name, version),
      })),
    ),
  )
  return found.flat()
}

/** Checks name and version before they become a path. */
export async function isReleaseHere(folders: ReleaseFolders, name: string, version: string): Promise<boolean> {
  if (!isPackageName(name) || semver.valid(version) !== version) return false
  return exists(path.join(folders.release(name, version), RELEASE_FILE))
}

export async function resolveVersion(folders: ReleaseFolders, name: string, version: string): Promise<string> {
  if (version !== 'latest') {
    if (await isReleaseHere(folders, name, version)) return version
    const known = (await releasesOf(folders, name)).map((it) => it.version)
    throw new Refusal(`${name}@${version} is not published. ${describeVersions(name, known)}`)
  }
  const [latest] = await releasesOf(folders, name)
  if (!latest) throw new Refusal(`No release of ${name} is published`)
  return latest.version
}

const SHOWN = 8

/** @param versions latest first */
export function describeVersions(name: string, [latest, ...former]: readonly string[]): string {
  if (latest === undefined) return `No release of ${name} is`
  const more = former.length - SHOWN
  return `Published are ${[latest, ...former.slice(0, SHOWN)].join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function releasesOf(folders: ReleaseFolders, name: string): Promise<PublishedRelease[]> {
  return (await listReleases(folders)).filter((release) => release.package === name)
}

/** @param live digest of the live release, whose files are not read again: who sends or runs one checks it */
export async function loadRelease(
  folders: ReleaseFolders,
  name: string,
  version: string,
  live?: string,
): Promise<VerifiedRelease> {
  const verified = await verifyRelease(folders.release(name, version), live)
  if (verified.release.package !== name || verified.release.version !== version) {
    throw new Refusal(`The folder of ${name}@${version} holds another release`)
  }
  if (verified.digest !== live) await verifyEncodedFiles(verified.folder, verified.release)
  const signedBy = await checkSignature(verified, await folders.readKeys())
  return signedBy === undefined ? verified : { ...verified, signedBy }
}

export async function listReleasesSignedBy(folders: ReleaseFolders, name: string, key: string): Promise<string[]> {
  const digests: string[] = []
  for (const release of await listReleases(folders)) {
    const folder = folders.release(release.package, release.version)
    if (release.package !== name || !(await isReleaseSignedBy(folder, key))) continue
    digests.push(sha256(await readFile(path.join(folder, RELEASE_FILE))))
  }
  return digests
}

/** Checks the files of a kept release, but not its signature. */
export async function verifyKeptRelease(folders: ReleaseFolders, name: string, version: string, digest: string) {
  const verified = await verifyRelease(folders.release(name, version))
  if (verified.digest !== digest) throw new Refusal(`${name}@${version} was changed after it was activated`)
  await verifyEncodedFiles(verified.folder, verified.release)
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

export type ReleaseFolders = TemporaryFolder & {
  releases: string
  package: (name: string) => string
  release: (name: string, version: string) => string
  readKeys: () => Promise<TeamKeys>
}

export async function createReleaseFolders({ releases, temporary }: ReleaseFolders): Promise<void> {
  for (const folder of [releases, temporary]) await mkdir(folder, { recursive: true })
}
