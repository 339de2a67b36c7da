import type { ServedFile } from '../live/index-files'
import type { LoadedSite } from '../live/load-site'

const CHOSEN = 'private, no-cache'

/** Files of one composition beside another: no cache may keep a public file that differs between them. */
export function withChosenFiles(own: LoadedSite, other: LoadedSite): LoadedSite['files'] {
  const files = new Map(own.files)
  for (const url of Object.keys(own.composition.publicFiles)) {
    const served = own.files.get(url)
    if (served && other.files.get(url)?.expected.sha256 !== served.expected.sha256) files.set(url, chosen(served))
  }
  return files
}

function chosen(served: ServedFile): ServedFile {
  return { ...served, cacheControl: CHOSEN, key: `${served.expected.sha256} ${CHOSEN} ${served.url}` }
}
