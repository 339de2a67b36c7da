import { Refusal } from '@platform/base/errors/refusal'
import { checkSigned, type Signer } from '../../signatures/signatures'
import type { Statement } from '../../signatures/statement'
import { followPointer } from '../file/pointer-file'
import type { SiteCopy } from '../site-copy'
import type { SignOptions } from '../site-store'
import { listKeptReleases } from './archives'
import type { StoreDatabase } from './connect-store'
import { listDocuments } from './documents'
import { moveLive, readLive } from './live-row'
import { listPins } from './pin-rows'
import { compositionStatement, documentStatement, pinStatement, releaseStatement } from './signed-rows'
import { rememberLive, signLive, verifyPointer } from './verified-pointer'

type Row = { name: string; statement: Statement; signature: string | null; update: string; keys: readonly unknown[] }

/** Signs every row with a signature. @throws Refusal naming the first that is not signed and not vouched for */
export async function signRows(
  database: StoreDatabase,
  copy: SiteCopy,
  signer: Signer,
  { isVouching }: SignOptions,
): Promise<string[]> {
  const rows = await listRows(database)
  const live = await readLive(database)
  const { revision, problem } = await verifyPointer(copy, live)
  if (!isVouching) {
    if (problem) throw new Refusal(problem)
    for (const { statement, signature } of rows) await checkSigned(copy.signatures, statement, signature)
  }
  for (const { statement, update, keys } of rows) await database.query(update, [signer.sign(statement), ...keys])
  if (live.pointer) {
    const next = Math.max(live.revision, revision) + 1
    const signed = signLive(signer, next, live.pointer)
    await moveLive(database, { revision: live.revision, next, pointer: live.pointer, signed })
    await followPointer(copy, live.pointer)
    await rememberLive(copy, next)
  }
  return [...rows.map(({ name }) => name), ...(live.pointer ? ['what is live'] : [])]
}

async function listRows(database: StoreDatabase): Promise<Row[]> {
  const find = "select number, coalesce(manifest, '') as manifest, signature from site_compositions order by number"
  const compositions = await database.query<{ number: number; manifest: string; signature: string | null }>(find)
  return [
    ...compositions.map(({ number, manifest, signature }) => ({
      name: `composition ${number}`,
      statement: compositionStatement(number, manifest),
      signature,
      update: 'update site_compositions set signature = $1 where number = $2 and manifest = $3',
      keys: [number, manifest],
    })),
    ...(await listKeptReleases(database)).map((it) => ({
      name: `${it.package}@${it.version}`,
      statement: releaseStatement(it),
      signature: it.signature,
      update: 'update site_releases set signature = $1 where package = $2 and version = $3 and digest = $4',
      keys: [it.package, it.version, it.digest],
    })),
    ...(await listPins(database)).map((it) => ({
      name: `the pin of ${it.package}@${it.version}`,
      statement: pinStatement(it),
      signature: it.signature,
      update: 'update site_pins set signature = $1 where package = $2 and version = $3 and integrity = $4',
      keys: [it.package, it.version, it.integrity],
    })),
    ...(await listDocuments(database)).map((it) => ({
      name: it.name,
      statement: documentStatement(it),
      signature: it.signature,
      update: 'update site_documents set signature = $1 where name = $2 and revision = $3 and content = $4',
      keys: [it.name, it.revision, it.content],
    })),
  ]
}
