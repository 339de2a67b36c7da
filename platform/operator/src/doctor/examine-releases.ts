import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listReleases } from '@platform/release/folder-registry/releases'
import { nameOf } from '@platform/release/manifest/name-of'
import { parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import type { SiteCopy } from '@platform/site/store/site-copy'
import { type Finding, findingIfThrown, warning } from './finding'

/** Releases that are kept and that no site can be composed of, for their format above all. */
export async function examineReleases(copy: SiteCopy): Promise<Finding[]> {
  const todo = 'Publish a new build of it and activate that. "site prune" deletes it once no kept composition names it.'
  const findings = (await listReleases(copy)).map((release) =>
    findingIfThrown(
      async () => {
        const file = path.join(copy.release(release.package, release.version), RELEASE_FILE)
        parseRelease(await readFile(file, 'utf8'), nameOf(release))
      },
      (message) => warning('release-unreadable', message, todo),
    ),
  )
  return (await Promise.all(findings)).flat()
}
