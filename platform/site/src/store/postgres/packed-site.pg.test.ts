import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { readCompositionJson } from '@platform/compose/composition/composition-folder'
import { readPage } from '@platform/compose/testing/kept-page'
import { Pool } from 'pg'
import { rollBack } from '../../changes/roll-back'
import { openSite } from '../../open/open-site'
import { requireSigner } from '../../signatures/signatures'
import { unpackPackedSite } from '../../testing/packed-site'
import { fileCopy } from '../file/file-copy'
import { storeSchema } from './migrate-store'
import { documentStatement, releaseStatement } from './signed-rows'
import { migrations } from './store-tables'
import { signLive } from './verified-pointer'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('a database that a program of before has filled', () => {
  let postgres: Databases
  let disk: string

  beforeAll(async () => {
    postgres = await sharePostgres()
    disk = await mkdtemp(path.join(tmpdir(), 'packed-'))
  })
  afterAll(async () => {
    await postgres?.drop()
    await rm(disk, { recursive: true, force: true })
  })

  /** What stands in the folder, in the tables of then. */
  async function fill(url: string): Promise<string> {
    const root = path.join(disk, 'before')
    await unpackPackedSite(root)
    const copy = fileCopy(root)
    const signer = await requireSigner(copy.signatures)
    const pool = new Pool({ connectionString: url })
    await storeSchema(pool, migrations.slice(0, -1)).ensure()
    const packs = await readdir(path.join(root, 'packs'))
    for (const digest of packs) {
      await pool.query('insert into site_packs values ($1, $2)', [
        digest,
        await readFile(path.join(root, 'packs', digest)),
      ])
    }
    for (const number of [1, 2]) {
      const json = await readCompositionJson(copy.composition(number))
      const signature = await readFile(path.join(copy.composition(number), 'composition.sig'), 'utf8')
      await pool.query(
        'insert into site_compositions (number, digest, manifest, packs, signature) values ($1, $2, $3, $4, $5)',
        [number, sha256(json), json, packs, signature.trim()],
      )
    }
    const publishedAt = new Date('2026-03-01')
    for (const [name, version] of [
      ['shell', '0.1.0'],
      ['catalog', '0.1.0'],
      ['catalog', '0.2.0'],
    ] as const) {
      const folder = copy.release(name, version)
      const digest = sha256(await readFile(path.join(folder, 'release.json')))
      const archive = await packFolder(folder)
      await pool.query('insert into site_releases values ($1, $2, $3, $4, $5, $6, $7)', [
        ...[name, version, digest, archive, sha256(archive), publishedAt],
        signer.sign(releaseStatement({ package: name, version, digest, publishedAt })),
      ])
    }
    const settings = { name: 'settings.json', content: await readFile(copy.settings, 'utf8'), revision: 1 }
    await pool.query('insert into site_documents (name, content, revision, signature) values ($1, $2, $3, $4)', [
      ...Object.values(settings),
      signer.sign(documentStatement(settings)),
    ])
    const pointer = await copy.readPointer()
    if (!pointer) throw new Error('Something is live there')
    const { signed, signedRevision, signature } = signLive(signer, 1, pointer)
    await pool.query(
      'update site_live set revision = 1, pointer = $1, signed = $2, signed_revision = $3, signature = $4',
      [...[JSON.stringify(pointer), signed, signedRevision, signature]],
    )
    await pool.end()
    return readFile(path.join(root, 'keys/operator.key'), 'utf8')
  }

  it('gives an empty machine what is live and what can be gone back to, and an undo works', async () => {
    const databaseUrl = await postgres.createDatabase()
    const privateKey = await fill(databaseUrl)
    const store = await openSite(path.join(disk, 'machine'), { databaseUrl, keys: { privateKey } })
    expect(await store.refresh('all')).toEqual([])
    expect(await store.check()).toEqual([expect.objectContaining({ code: 'origin-none' })])
    expect(await readPage(store.copy, 2, '/courses')).toContain('Courses at /courses')
    expect((await store.live()).pointer).toMatchObject({ live: 2, history: [1] })
    expect(await store.readDocument('settings')).toMatchObject({ publicUrl: 'http://localhost:3000' })
    // What nobody names goes, what a composition of before needs stays.
    await store.exclusive('prune', () => store.prune({ compositions: () => [], releases: async () => [] }))
    expect(await rollBack(store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    expect(await store.check()).toEqual([expect.objectContaining({ code: 'origin-none' })])
    await store.close()
  })
})
