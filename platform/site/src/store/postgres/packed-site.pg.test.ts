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
import { requireSigner, statementOf } from '../../signatures/signatures'
import { unpackPackedSite } from '../../testing/test-site'
import { fileCopy } from '../file/file-copy'
import { signLive } from './live-row'
import { FORMER_MIGRATIONS } from './migrate-store'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

const before = `
  create table site_migrations (name text primary key, at timestamptz not null default now());
  insert into site_migrations (name) select unnest(array['tables', '${FORMER_MIGRATIONS.slice(0, -1).join("', '")}']);
  create sequence site_composition_numbers as integer;
  create table site_releases (package text not null, version text not null, digest text not null, archive bytea not null,
    archive_sha256 text not null, published_at timestamptz not null default now(), signature text, primary key (package, version));
  create table site_compositions (number integer primary key, digest text not null,
    created_at timestamptz not null default now(), manifest text, signature text, packs text[] not null default '{}');
  create table site_live (id boolean primary key default true check (id), revision integer not null, pointer json,
    prepared integer, signed text, signed_revision integer, signature text);
  insert into site_live (revision) values (0);
  create table site_documents (name text primary key, content text not null, revision integer not null default 1, signature text);
  create table site_pins (package text not null, version text not null, integrity text not null, signature text,
    primary key (package, version));
  create table site_packs (digest text primary key, content bytea not null);
  create table site_degradations (composition integer);
  create table site_served (composition integer, minute integer, documents integer);
  create table site_visits (composition integer, slice integer, visits float8, interactive float8, failed float8);
  create table site_failures (composition integer, at timestamptz, package text, release text);
  create table site_vitals (composition integer, minute integer, count integer);
  create table site_record (number integer primary key, line text not null);
  create table site_lock (id boolean primary key default true check (id), token uuid not null, operator text not null,
    since timestamptz not null, seen_at timestamptz not null);
  create table site_origins (id uuid primary key, name text not null, seen_at timestamptz not null,
    available integer[] not null, attempted integer, error text, serving integer,
    started_at timestamptz not null default now(), is_own_error boolean not null default false, out_of_service text)`

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

  async function fill(url: string): Promise<string> {
    const root = path.join(disk, 'before')
    await unpackPackedSite(root)
    const copy = fileCopy(root)
    const signer = await requireSigner(copy.signatures)
    const pool = new Pool({ connectionString: url })
    await pool.query(before)
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
        signer.sign(statementOf('release', `${name}@${version}`, digest, publishedAt.toISOString())),
      ])
    }
    const settings = { name: 'settings.json', content: await readFile(copy.settings, 'utf8'), revision: 1 }
    await pool.query('insert into site_documents (name, content, revision, signature) values ($1, $2, $3, $4)', [
      ...Object.values(settings),
      signer.sign(statementOf('document', settings.name, '1', settings.content)),
    ])
    await pool.query("insert into site_pins values ('catalog', '0.2.0', 'sha512-first', $1)", [
      signer.sign(statementOf('pin', 'catalog@0.2.0', 'sha512-first')),
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
    expect(await store.copy.readPin('catalog', '0.2.0')).toBe('sha512-first')
    expect(await store.readDocument('settings')).toMatchObject({ publicUrl: 'http://localhost:3000' })
    // Deletes unnamed blobs and keeps those of an older composition.
    await store.exclusive('prune', () => store.prune({ compositions: () => [], releases: async () => [] }))
    expect(await rollBack(store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    expect(await store.check()).toEqual([expect.objectContaining({ code: 'origin-none' })])
    await store.close()
  })
})
