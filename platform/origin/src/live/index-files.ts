import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { IMMUTABLE } from '@platform/compose/answers/site-answers'
import type { Composition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { readOutlines } from '@platform/compose/composition/composition-outline'
import { siteFilesOf } from '@platform/compose/composition/site-files-of'
import { assetAddress, hasContentHash } from '@platform/release/manifest/asset-address'
import { parseRelease, type Release } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { DocumentBodies, SiteSource } from './live-blobs'

export type ServedFile = BrowserFile & {
  /** In the place of the file's own rule. */
  cacheControl?: string | undefined
  key: string
  bodies?: DocumentBodies
}

/**
 * Indexes client files of all kept compositions, so that open tabs survive a release, and the live public files (R13).
 */
export async function indexFiles(
  source: SiteSource,
  live: Composition,
  publicCacheControl?: string,
): Promise<Map<string, ServedFile>> {
  const { copy } = source
  const files = new Map<string, ServedFile>()
  const others = (await listCompositions(copy)).filter((number) => number !== live.number)
  const compositions = [live, ...(await readOutlines(copy, others))] as const
  const releases = await namedReleases(copy, compositions)
  for (const named of releases.values()) {
    for (const file of browserFilesOf(named)) {
      if (!files.has(file.url)) files.set(file.url, servedFile(file))
    }
  }
  for (const composition of compositions) {
    // Only a preview's visitors know its files.
    if (composition.isPreview && composition !== live) continue
    const siteFiles = composedFile(source, composition)
    if (siteFiles) files.set(siteFiles.url, siteFiles)
  }
  for (const [url, { package: name, version, file }] of Object.entries(live.publicFiles)) {
    const folder = copy.release(name, version)
    const expected = releases.get(folder)?.release.files[file]
    const isNamedByContent = expected && hasContentHash(file, expected.sha256)
    const cacheControl = isNamedByContent ? undefined : publicCacheControl
    if (expected) files.set(url, servedFile({ url, folder, file, expected }, cacheControl))
  }
  return files
}

function servedFile({ url, folder, file, expected }: BrowserFile, cacheControl?: string): ServedFile {
  return { url, folder, file, expected, cacheControl, key: `${expected.sha256} ${cacheControl} ${folder} ${url}` }
}

async function namedReleases(
  copy: SiteCopy,
  compositions: readonly Pick<Composition, 'releases'>[],
): Promise<Map<string, NamedRelease>> {
  const named = new Map<string, NamedRelease>()
  for (const composition of compositions) {
    const isLive = composition === compositions[0]
    for (const [name, it] of Object.entries(composition.releases)) {
      const folder = copy.release(name, it.version)
      if (named.has(folder)) continue
      const release = await readNamedRelease(copy, name, it).catch((error: unknown) => {
        if (isLive) throw error
      })
      if (release) named.set(folder, release)
    }
  }
  return named
}

function composedFile({ blobs }: SiteSource, composition: Parameters<typeof siteFilesOf>[0]): ServedFile | undefined {
  const siteFiles = siteFilesOf(composition)
  if (!siteFiles) return undefined
  const { address: url, document } = siteFiles
  try {
    blobs.verify(document.br)
  } catch {
    return undefined
  }
  const expected = { sha256: document.sha256, bytes: document.bytes }
  return { ...servedFile({ url, folder: '', file: url, expected }, IMMUTABLE), bodies: blobs.bodiesOf(document) }
}

type NamedRelease = { folder: string; release: Release }

export async function readNamedRelease(
  copy: SiteCopy,
  name: string,
  { version, digest }: Composition['releases'][string],
): Promise<NamedRelease> {
  const folder = copy.release(name, version)
  const source = path.join(folder, RELEASE_FILE)
  const json = await readFile(source, 'utf8')
  if (sha256(json) !== digest) throw new Error(`${source} was changed after it was activated`)
  return { folder, release: parseRelease(json, source) }
}

export type BrowserFile = ReturnType<typeof browserFilesOf>[number]

export function browserFilesOf({ folder, release }: NamedRelease) {
  return Object.entries(release.files).flatMap(([file, expected]) =>
    file.startsWith('client/')
      ? [{ folder, file, expected, url: assetAddress(release, file.slice('client/'.length)) }]
      : [],
  )
}
