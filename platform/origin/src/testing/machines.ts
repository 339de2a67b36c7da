import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { type Fixture, writeFixture } from '@platform/release/testing/fixture-release'
import { activateReleases } from '@platform/site/changes/activate-releases'
import { writeSettings } from '@platform/site/store/file/settings-file'
import { type SiteFolders, siteFolders } from '@platform/site/store/file/site-layout'
import { openSharedSite } from '@platform/site/store/postgres/postgres-site-store'
import { type TestSite, testSettings } from '@platform/site/testing/test-site'
import { startTestOrigin } from './test-origin'

/** An operator's machine with an empty disk, beside a site that has the program. */
export async function createOperator(url: string, { limits }: TestSite, name: string, { isEmpty = false } = {}) {
  const disk = await mkdtemp(path.join(tmpdir(), 'operator-'))
  const local = siteFolders(path.join(disk, 'site'))
  const { folders, refresh, refreshPointer, close } = openSharedSite(url, local, (act) => `${name} (${act})`)
  if (isEmpty) await refreshPointer()
  else await refresh()
  return {
    folders,
    refresh,
    settle: () => writeSettings(local, testSettings),
    async publish(fixture: Fixture) {
      const from = await writeFixture(path.join(disk, 'dist'), fixture)
      const { package: packageName, version } = await publishRelease(folders, { from, quality: 1 })
      await folders.authority?.keepRelease(packageName, version)
    },
    activate: (versions: Record<string, string>) => activateReleases(folders, versions, limits),
    async remove() {
      await close()
      await rm(disk, { recursive: true, force: true })
    },
  }
}

/** An origin's machine; `disk` is kept when it is started again. */
export async function startMachine(databaseUrl: string, disk?: SiteFolders) {
  const folders = disk ?? siteFolders(path.join(await mkdtemp(path.join(tmpdir(), 'origin-')), 'site'))
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
  const origin = await startTestOrigin({ folders }, { databaseUrl, logger })
  return {
    ...origin,
    folders,
    log: () => lines.join(''),
    /** Number of what is live here; `undefined` while nothing is. */
    live: () => origin.origin.site.current()?.composition.number,
    serves: (address: string) => origin.origin.site.current()?.files.has(address) ?? false,
    remove: () => rm(path.dirname(folders.root), { recursive: true, force: true }),
  }
}
