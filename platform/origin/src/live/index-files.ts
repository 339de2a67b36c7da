import type { Composition } from '@platform/compose/composition/composition'
import { siteFilesOf } from '@platform/compose/composition/site-files-of'
import type { ReleaseFile } from '@platform/release/manifest/release'
import type { SiteCopy } from '@platform/site/store/site-store'
import { browserFilesOf, type NamedRelease, readNamedRelease } from './kept-releases'
import type { DocumentBodies } from './live-blobs'
import type { KeptComposition, SiteSource } from './site-source'

export type ServedFile = {
  url: string
  folder: string
  file: string
  expected: ReleaseFile
  cacheControl: string
  key: string
  bodies?: DocumentBodies
}

export type IndexOptions = {
  publicCacheControl?: 'private' | 'no-store'
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const PUBLIC_FILE = { public: 'public, max-age=3600', private: 'private, max-age=3600', 'no-store': 'no-store' }
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9]+$/

/**
 * Indexes client files of all kept compositions, so that open tabs survive a release, and the live public files (R13).
 */
export async function indexFiles(
  source: SiteSource,
  live: Composition,
  { publicCacheControl }: IndexOptions = {},
): Promise<Map<string, ServedFile>> {
  const { copy } = source
  const files = new Map<string, ServedFile>()
  const compositions = [live, ...(await source.readKept(live.number))] as const
  const releases = await namedReleases(copy, compositions)
  for (const named of releases.values()) {
    for (const { folder, file, url, expected } of browserFilesOf(named)) {
      if (!files.has(url)) files.set(url, servedFile({ url, folder, file, expected, cacheControl: IMMUTABLE }))
    }
  }
  for (const composition of compositions) {
    // Only a preview's visitors know its files.
    if (composition.isPreview && composition !== live) continue
    const siteFiles = composedFile(source, composition)
    if (siteFiles) files.set(...siteFiles)
  }
  for (const [url, { package: name, version, file }] of Object.entries(live.publicFiles)) {
    const folder = copy.release(name, version)
    const expected = releases.get(folder)?.release.files[file]
    const cacheControl = HASHED_NAME.test(url) ? IMMUTABLE : PUBLIC_FILE[publicCacheControl ?? 'public']
    if (expected) files.set(url, servedFile({ url, folder, file, expected, cacheControl }))
  }
  return files
}

function servedFile(file: Omit<ServedFile, 'key'>): ServedFile {
  return { ...file, key: `${file.expected.sha256} ${file.cacheControl} ${file.url}` }
}

async function namedReleases(
  copy: SiteCopy,
  compositions: readonly [KeptComposition, ...KeptComposition[]],
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

function composedFile({ blobs }: SiteSource, composition: KeptComposition): [string, ServedFile] | undefined {
  const siteFiles = siteFilesOf(composition)
  if (!siteFiles) return undefined
  const { address, document } = siteFiles
  try {
    blobs.verify(document.br)
  } catch {
    return undefined
  }
  const { sha256: digest, bytes } = document
  const expected = { sha256: digest, bytes }
  const bodies = blobs.bodiesOf(document)
  return [
    address,
    { ...servedFile({ url: address, folder: '', file: address, expected, cacheControl: IMMUTABLE }), bodies },
  ]
}
