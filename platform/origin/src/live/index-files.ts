import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { type Composition, listCompositions, readComposition } from '@platform/compose/composition/composition'
import type { KeptDocument } from '@platform/compose/composition/pack'
import { readDocumentsOf } from '@platform/compose/composition/read-document'
import { siteFilesOf } from '@platform/compose/composition/site-files-of'
import { assetAddress } from '@platform/release/manifest/asset-address'
import { parseRelease, type Release, type ReleaseFile } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '@platform/site/store/site-copy'

/** A file visitors may ask for; whatever is not in the index does not exist for them. */
export type ServedFile = {
  folder: string
  file: string
  expected: ReleaseFile
  cacheControl: string
  /** Of what is sent. Releases share files: what stays the same is not read again when another of them goes live. */
  key: string
  /** What a composition has beside its pages. */
  kept?: KeptDocument
}

export type IndexOptions = {
  /** Of public files that only some visitors get under their address: no shared cache, or none at all, may keep them. */
  publicCacheControl?: 'private' | 'no-store'
}

/** The file at such an address never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const PUBLIC_FILE = { public: 'public, max-age=3600', private: 'private, max-age=3600', 'no-store': 'no-store' }
/** `name.<hash>.woff2`: another content gets another name. */
const HASHED_NAME = /\.[0-9a-f]{8,}\.[a-z0-9]+$/

/**
 * Every file by its address: the client files of every release that a kept composition names, so that
 * a tab opened before a release keeps working, where each of these compositions says its files are, and the public files
 * of the live ones (R13).
 */
export async function indexFiles(
  copy: SiteCopy,
  live: Composition,
  { publicCacheControl }: IndexOptions = {},
): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  const compositions = await keptCompositions(copy, live)
  const releases = await namedReleases(copy, compositions)
  for (const { folder, release } of releases.values()) {
    for (const [file, expected] of Object.entries(release.files)) {
      if (!file.startsWith('client/')) continue
      const url = assetAddress(release, file.slice('client/'.length))
      // Of releases that share an address any will do, because they share the content; that of the live one stays.
      if (!files.has(url)) files.set(url, servedFile(folder, file, expected, IMMUTABLE))
    }
  }
  for (const composition of compositions) {
    // What a preview is made of only its own visitors may know.
    if (composition.isPreview && composition !== live) continue
    const siteFiles = await composedFile(copy, composition)
    if (siteFiles) files.set(...siteFiles)
  }
  for (const [url, { package: name, version, file }] of Object.entries(live.publicFiles)) {
    const folder = copy.release(name, version)
    const expected = releases.get(folder)?.release.files[file]
    const cacheControl = HASHED_NAME.test(url) ? IMMUTABLE : PUBLIC_FILE[publicCacheControl ?? 'public']
    if (expected) files.set(url, servedFile(folder, file, expected, cacheControl))
  }
  return files
}

function servedFile(folder: string, file: string, expected: ReleaseFile, cacheControl: string): ServedFile {
  return { folder, file, expected, cacheControl, key: `${expected.sha256} ${cacheControl} ${file}` }
}

type NamedRelease = { folder: string; release: Release }

/** The live one first. */
async function keptCompositions(copy: SiteCopy, live: Composition): Promise<[Composition, ...Composition[]]> {
  const others = (await listCompositions(copy)).filter((number) => number !== live.number)
  const read = await Promise.all(others.map((number) => readComposition(copy, number).catch(() => undefined)))
  return [live, ...read.filter((it) => it !== undefined)]
}

async function namedReleases(
  copy: SiteCopy,
  compositions: readonly [Composition, ...Composition[]],
): Promise<Map<string, NamedRelease>> {
  const named = new Map<string, NamedRelease>()
  for (const composition of compositions) {
    const isLive = composition === compositions[0]
    for (const [name, { version, digest }] of Object.entries(composition.releases)) {
      const folder = copy.release(name, version)
      if (named.has(folder)) continue
      const release = await readRelease(folder, digest).catch((error: unknown) => {
        // An old composition may have lost a release; the live one may not.
        if (isLive) throw error
      })
      if (release) named.set(folder, { folder, release })
    }
  }
  return named
}

async function composedFile(copy: SiteCopy, composition: Composition): Promise<[string, ServedFile] | undefined> {
  const siteFiles = siteFilesOf(composition)
  if (!siteFiles) return undefined
  const { address, document } = siteFiles
  const read = await readDocumentsOf(copy, composition.indexPacks).catch(() => undefined)
  if (!read) return undefined
  const kept = read(document)
  const { sha256: digest, bytes } = kept
  return [address, { ...servedFile('', address, { sha256: digest, bytes }, IMMUTABLE), kept }]
}

async function readRelease(folder: string, digest: string): Promise<Release> {
  const source = path.join(folder, RELEASE_FILE)
  const json = await readFile(source, 'utf8')
  if (sha256(json) !== digest) throw new Error(`${source} was changed after it was activated`)
  return parseRelease(json, source)
}
