import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import {
  catalogFixture,
  type Fixture,
  hostFixture,
  pageBundle,
  writeFixture,
} from '@platform/release/testing/fixture-release'
import { activateReleases } from '@platform/site/changes/activate-releases'
import { openSite } from '@platform/site/open/open-site'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import { fileCopy, type SiteCopy } from '@platform/site/store/file/file-copy'
import { connectStore } from '@platform/site/store/postgres/connect-store'
import { createTestSite, type TestSite, testKeys, testSettings } from '@platform/site/testing/test-site'
import type { OriginOptions } from '../app'
import { startTestOrigin, until } from './test-origin'

export async function createOperator(
  url: string,
  { limits }: TestSite,
  { isEmpty = false, keys = testKeys as GivenKeys } = {},
) {
  const disk = await mkdtemp(path.join(tmpdir(), 'operator-'))
  const store = await openSite(path.join(disk, 'site'), { databaseUrl: url, keys })
  await store.refresh(isEmpty ? 'live' : 'all')
  return {
    store,
    copy: store.copy,
    settle: () => store.changeDocument('settings', () => testSettings),
    async publish(fixture: Fixture) {
      const from = await writeFixture(path.join(disk, 'dist'), fixture)
      const { package: packageName, version } = await publishRelease(store.copy, { from, quality: 1 })
      await store.addRelease(packageName, version)
    },
    activate: (versions: Record<string, string>) => activateReleases(store, versions, limits),
    async remove() {
      await store.close()
      await rm(disk, { recursive: true, force: true })
    },
  }
}

export async function startMachine(
  databaseUrl: string,
  disk?: SiteCopy,
  publicKeys = testKeys.publicKeys,
  options: Partial<OriginOptions> = {},
) {
  const keys = { publicKeys }
  const copy = disk ?? fileCopy(path.join(await mkdtemp(path.join(tmpdir(), 'origin-')), 'site'), keys)
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
  const trusted = { trustedProxies: ['127.0.0.1'] }
  const origin = await startTestOrigin({ copy }, { databaseUrl, keys, logger, ...trusted, ...options })
  return {
    ...origin,
    copy,
    log: () => lines.join(''),
    serves: (address: string) => origin.origin.site.current()?.files.has(address) ?? false,
    remove: () => rm(path.dirname(copy.root), { recursive: true, force: true, maxRetries: 5 }),
  }
}

export type SharedSite = Awaited<ReturnType<typeof startSharedSite>>

export function nextCatalog(version: string, text: string): Fixture {
  return catalogFixture({
    version,
    content: {
      'server/courses-page.cjs': pageBundle(`'<h1>${text}</h1>'`),
      'client/remote-entry.js': `var catalog = '${text}'`,
    },
  })
}

export const describeStore = hasPostgres ? describe : describe.skip

export function setUpSharedSite(prepare: (shared: SharedSite) => Promise<unknown>): SharedSite {
  const shared = {} as SharedSite
  let postgres: Databases | undefined
  beforeAll(async () => {
    postgres = await sharePostgres()
    Object.assign(shared, await startSharedSite(await postgres.createDatabase()))
    await prepare(shared)
  })
  afterAll(async () => {
    await shared.remove?.()
    await postgres?.drop()
  })
  return shared
}

async function startSharedSite(url: string) {
  const store = connectStore(url)
  const site = await createTestSite()
  const ada = await createOperator(url, site)
  const bob = await createOperator(url, site)
  const machines = [await startMachine(url), await startMachine(url)]
  const machine = (place: number) => {
    const found = machines[place]
    if (!found) throw new Error(`There is no machine ${place}`)
    return found
  }
  const untilLive = (number: number) => until(() => machines.every((it) => it.live() === number))
  const publishNext = (operator: typeof ada, version: string, text: string) =>
    operator.publish(nextCatalog(version, text))
  await ada.settle()
  await ada.publish(hostFixture())
  await ada.publish(catalogFixture())
  await ada.activate({ shell: 'latest', catalog: 'latest' })
  await untilLive(1)
  return {
    url,
    store,
    site,
    ada,
    bob,
    machines,
    machine,
    untilLive,
    publishNext,
    /** @returns the composition's number */
    async release(version: string): Promise<number> {
      await publishNext(ada, version, `Catalog ${version}`)
      const { number } = await ada.activate({ catalog: version })
      await untilLive(number)
      return number
    },
    async restart(place: number, meanwhile: (copy: SiteCopy) => Promise<void> = async () => {}) {
      const { close, copy } = machine(place)
      await close()
      await meanwhile(copy)
      const started = await startMachine(url, copy)
      machines[place] = started
      return started
    },
    async remove(): Promise<void> {
      for (const it of machines) {
        await it.close()
        await it.remove()
      }
      for (const operator of [ada, bob]) await operator.remove()
      await store.close()
      await site.remove()
    },
  }
}
