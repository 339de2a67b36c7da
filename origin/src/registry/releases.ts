import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import semver from 'semver'
import { exists } from '../files/durable'
import type { SiteFolders } from '../files/site-folders'
import { Refusal } from '../refusal'
import { isPackageName } from './release'
import { RELEASE_FILE, type VerifiedRelease, verifyRelease } from './verify-release'

export type PublishedRelease = { package: string; version: string; publishedAt: string }

/** Every release in the registry, each package's last published first. */
export async function listReleases(folders: SiteFolders): Promise<PublishedRelease[]> {
  const releases: PublishedRelease[] = []
  for (const name of await namesIn(folders.releases)) {
    for (const version of await namesIn(folders.package(name))) {
      const { mtime } = await stat(path.join(folders.release(name, version), RELEASE_FILE))
      releases.push({ package: name, version, publishedAt: mtime.toISOString() })
    }
  }
  return releases.sort(
    (a, b) =>
      a.package.localeCompare(b.package) ||
      b.publishedAt.localeCompare(a.publishedAt) ||
      semver.rcompare(a.version, b.version),
  )
}

/** @throws Refusal when the package has no such release. */
export async function resolveVersion(folders: SiteFolders, name: string, version: string): Promise<string> {
  if (version !== 'latest') {
    // Checked before it is made part of a path.
    const isKnown = isPackageName(name) && semver.valid(version) === version
    if (isKnown && (await exists(folders.release(name, version)))) return version
    throw new Refusal(`${name}@${version} is not published`)
  }
  const latest = (await listReleases(folders)).find((release) => release.package === name)
  if (!latest) throw new Refusal(`No release of ${name} is published`)
  return latest.version
}

/** @throws Refusal when a file was changed since it was published. */
export async function loadRelease(folders: SiteFolders, name: string, version: string): Promise<VerifiedRelease> {
  const verified = await verifyRelease(folders.release(name, version))
  if (verified.release.package !== name || verified.release.version !== version) {
    throw new Refusal(`The folder of ${name}@${version} holds another release`)
  }
  return verified
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
