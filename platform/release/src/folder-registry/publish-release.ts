import { readFile, utimes } from 'node:fs/promises'
import path from 'node:path'
import { BEST_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { exists, publishFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { nameOf, type Release } from '../manifest/release'
import { RELEASE_FILE, readReleaseFile, SIGNATURE_FILE } from '../manifest/release-file'
import { encodeFiles, verifyEncodedFiles } from '../verify/encode-files'
import { checkSignature } from '../verify/release-signature'
import { verifyRelease } from '../verify/verify-release'
import { createReleaseFolders, type ReleaseFolders } from './releases'

type PublishOptions = {
  from: string
  expectedPackage?: string
  expectedVersion?: string
  isFromTeam?: boolean
  quality?: number
}
export type Publication = { package: string; version: string; outcome: 'published' | 'already published' }

export async function publishRelease(folders: ReleaseFolders, options: PublishOptions): Promise<Publication> {
  await createReleaseFolders(folders)
  return inTemporaryFolder(folders, 'publish', async (temporary) => {
    const release = await copyRelease(folders, temporary, options)
    const { digest } = await verifyRelease(temporary)
    const target = folders.release(release.package, release.version)
    const published = { package: release.package, version: release.version }
    if ((await isPublished(target, digest, release)) && (await isWhole(target))) {
      // `latest` is the last publication, including a repeated one.
      const now = new Date()
      await utimes(path.join(target, RELEASE_FILE), now, now)
      await copySignature(temporary, target)
      return { ...published, outcome: 'already published' }
    }
    await removeWhole(folders, target)
    await encodeFiles(temporary, release, options.quality ?? BEST_QUALITY)
    await publishFolder(temporary, target).catch(async (cause) => {
      // A concurrent publication of the same content is no problem.
      if (!(await isPublished(target, digest, release))) throw cause
    })
    return { ...published, outcome: 'published' }
  })
}

async function copyRelease(
  folders: ReleaseFolders,
  to: string,
  { from, expectedPackage, expectedVersion, isFromTeam = false }: PublishOptions,
): Promise<Release> {
  const verified = await verifyRelease(from)
  const { release } = verified
  if (expectedPackage !== undefined && release.package !== expectedPackage) {
    throw new Refusal(`${from} holds a release of ${release.package}, not of ${expectedPackage}`)
  }
  if (expectedVersion !== undefined && release.version !== expectedVersion) {
    throw new Refusal(`${release.package}@${expectedVersion} holds the release ${release.version}`)
  }
  await checkSignature(verified, await folders.readKeys(), { isRequired: isFromTeam })
  await writeDurably(path.join(to, RELEASE_FILE), await readFile(path.join(from, RELEASE_FILE)))
  await copySignature(from, to)
  for (const [file, expected] of Object.entries(release.files)) {
    await writeDurably(path.join(to, file), await readReleaseFile(from, file, expected))
  }
  return release
}

async function copySignature(from: string, to: string): Promise<void> {
  const signature = await readFile(path.join(from, SIGNATURE_FILE)).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOENT')) throw error
  })
  if (signature) await writeDurably(path.join(to, SIGNATURE_FILE), signature)
}

async function isPublished(target: string, digest: string, release: Release): Promise<boolean> {
  if (!(await exists(path.join(target, RELEASE_FILE)))) return false
  const json = await readFile(path.join(target, RELEASE_FILE), 'utf8')
  if (sha256(json) === digest) return true
  throw new Refusal(`${nameOf(release)} is already published with other content. Give the new build a new version.`)
}

async function isWhole(target: string): Promise<boolean> {
  try {
    await verifyEncodedFiles(target, (await verifyRelease(target)).release)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
