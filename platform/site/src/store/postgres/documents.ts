import { writeDocumentFiles } from '../file/document-files'
import { writePin } from '../file/pin-files'
import type { SiteCopy } from '../site-copy'
import type { StoreDatabase } from './connect-store'

type Document = { name: string; content: string }
type Pin = { package: string; version: string; integrity: string }

/** Copies settings, keys and pins from the database into this machine's copy. */
export async function pullDocuments(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const documents = await database.query<Document>('select name, content from site_documents')
  await writeDocumentFiles(copy, Object.fromEntries(documents.map(({ name, content }) => [name, content])))
  for (const pin of await database.query<Pin>('select package, version, integrity from site_pins')) {
    const known = await copy.readPin(pin.package, pin.version)
    if (known !== pin.integrity) await writePin(copy, pin.package, pin.version, pin.integrity)
  }
}

/** Keeps documents for every machine. @param contents by the name of the document's file */
export async function pushDocuments(
  database: StoreDatabase,
  contents: Readonly<Record<string, string>>,
): Promise<void> {
  await database.query(
    `insert into site_documents (name, content) select key, value from json_each_text($1::json)
     on conflict (name) do update set content = excluded.content`,
    [JSON.stringify(contents)],
  )
}

/** The integrity a version was first seen with, on whatever machine. */
export async function pinFirst(database: StoreDatabase, { package: name, version, integrity }: Pin): Promise<string> {
  const [pin] = await database.query<Pin>(
    `insert into site_pins (package, version, integrity) values ($1, $2, $3)
     on conflict (package, version) do update set integrity = site_pins.integrity returning integrity`,
    [name, version, integrity],
  )
  return pin?.integrity ?? integrity
}
