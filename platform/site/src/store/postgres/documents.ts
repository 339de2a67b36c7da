import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { readPin, writePin } from '../file/pinned-integrity'
import type { SiteFolders } from '../file/site-layout'
import type { StoreDatabase } from './connect-store'

type Document = { name: string; content: string }
type Pin = { package: string; version: string; integrity: string }

/** Small files of SITE_DIR that are the same on every machine. */
const sharedFiles = (folders: SiteFolders) => [folders.settings, folders.keys, folders.previewKey]

/** Brings settings, keys and pins from the database into these folders. */
export async function pullDocuments(database: StoreDatabase, folders: SiteFolders): Promise<void> {
  const documents = await database.query<Document>('select name, content from site_documents')
  for (const file of sharedFiles(folders)) {
    const kept = documents.find(({ name }) => name === path.basename(file))
    if (kept && kept.content !== (await readText(file))) await replaceFile(file, kept.content, modeOf(folders, file))
  }
  for (const pin of await database.query<Pin>('select package, version, integrity from site_pins')) {
    const known = await readPin(folders, pin.package, pin.version)
    if (known !== pin.integrity) await writePin(folders, pin.package, pin.version, pin.integrity)
  }
}

/** A key that signs is for this site's user alone. */
function modeOf(folders: SiteFolders, file: string): number | undefined {
  return file === folders.previewKey ? 0o600 : undefined
}

/** The shared files as they are here, by name. */
export async function readDocuments(folders: SiteFolders): Promise<Record<string, string>> {
  const documents: Record<string, string> = {}
  for (const file of sharedFiles(folders)) {
    const content = await readText(file)
    if (content !== undefined) documents[path.basename(file)] = content
  }
  return documents
}

/** Keeps what an operator changed in these folders. */
export async function pushDocuments(database: StoreDatabase, folders: SiteFolders): Promise<void> {
  await database.query(
    `insert into site_documents (name, content) select key, value from json_each_text($1::json)
     on conflict (name) do update set content = excluded.content`,
    [JSON.stringify(await readDocuments(folders))],
  )
}

/** The integrity a version was first seen with, on whatever machine. */
export async function keepPin(database: StoreDatabase, { package: name, version, integrity }: Pin): Promise<string> {
  const [pin] = await database.query<Pin>(
    `insert into site_pins (package, version, integrity) values ($1, $2, $3)
     on conflict (package, version) do update set integrity = site_pins.integrity returning integrity`,
    [name, version, integrity],
  )
  return pin?.integrity ?? integrity
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}
