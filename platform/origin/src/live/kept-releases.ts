import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import type { Composition } from '@platform/compose/composition/composition'
import { assetAddress } from '@platform/release/manifest/asset-address'
import { parseRelease, type Release, type ReleaseFile } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '@platform/site/store/site-store'

export type NamedRelease = { folder: string; release: Release }

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

const CLIENT = 'client/'

export type BrowserFile = {
  folder: string
  file: string
  expected: ReleaseFile
  url: string
}

export function browserFilesOf({ folder, release }: NamedRelease): BrowserFile[] {
  const files = Object.entries(release.files).filter(([file]) => file.startsWith(CLIENT))
  return files.map(([file, expected]) => {
    const name = file.slice(CLIENT.length)
    return { folder, file, expected, url: assetAddress(release, name) }
  })
}
