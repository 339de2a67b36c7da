import type { ServedFile } from '../live/index-files'
import type { LoadedSite } from '../live/load-site'

/** Asked for again each time, and by no cache given to somebody else: which of two files it is, a cookie says. */
const CHOSEN = 'private, no-cache'

/**
 * The files of one composition beside another: a public file that is not the same in both may be kept by no cache, or a
 * visitor of one would be shown the other's for an hour.
 */
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
