import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { listReleases } from '@platform/release/folder-registry/releases'
import { openSite } from '../open/open-site'
import { connectStore } from '../store/postgres/connect-store'
import { describePreparation } from '../testing/describe-preparation'
import { forgeComposition } from '../testing/forge-composition'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('PostgreSQL', () => {
  let postgres: Databases

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())

  describePreparation('a database', async ({ copy }) => {
    const databaseUrl = await postgres.createDatabase()
    const disk = await mkdtemp(path.join(tmpdir(), 'machine-'))
    const keys = { privateKey: await readFile(path.join(copy.operatorKeys, 'operator.key'), 'utf8') }
    const ada = await openSite(copy.root, { databaseUrl, keys })
    const bob = await openSite(path.join(disk, 'site'), { databaseUrl, keys })
    await ada.exclusive('share the site', async () => {})
    await ada.moveLive(await ada.live(), { live: 1, history: [] }, { newcomer: 1 })
    for (const { package: name, version } of (await listReleases(copy)).reverse()) await ada.addRelease(name, version)
    await bob.refresh('all')
    const database = connectStore(databaseUrl)
    return {
      ada,
      bob,
      async close() {
        await database.close()
        for (const it of [ada, bob]) await it.close()
        await rm(disk, { recursive: true, force: true })
      },
      forgePage: (number, text) => forgeComposition(database, number, text),
      async damagePacks(number) {
        const { packs } = await ada.readComposition(number)
        const damage = "update site_packs set content = 'damaged' where digest = any ($1)"
        await database.query(damage, [packs.catalog?.digests])
      },
    }
  })
})
