import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packFolder, unpackFolder } from '@platform/base/archive/folder-archive'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { StoreDatabase } from '@platform/site/store/postgres/connect-store'

const PAGE = 'pages/courses/index.html'

/**
 * What somebody does who can write the database and wants visitors to read something else: changes a page of a composition
 * and computes every digest anew, so that all of it fits together.
 */
export async function forgeComposition(store: StoreDatabase, number: number, text: string): Promise<void> {
  const [row] = await store.query<{ archive: Buffer }>('select archive from site_compositions where number = $1', [
    number,
  ])
  const folder = await mkdtemp(path.join(tmpdir(), 'forged-'))
  await unpackFolder(row?.archive ?? new Uint8Array(), folder)
  const json = await forgePage(folder, text)
  const archive = await packFolder(folder)
  await store.query(
    'update site_compositions set digest = $2, manifest = $3, archive = $4, archive_sha256 = $5 where number = $1',
    [number, sha256(json), json, archive, sha256(archive)],
  )
  await rm(folder, { recursive: true, force: true })
}

/** The same in a folder. @returns the composition's JSON as it is then */
export async function forgePage(folder: string, text: string): Promise<string> {
  const file = path.join(folder, PAGE)
  const html = await readFile(file, 'utf8')
  const forged = html.replace(/<h1>[^<]*<\/h1>/, `<h1>${text}</h1>`)
  const { brotli, gzip } = await compress(Buffer.from(forged), 4)
  await writeFile(file, forged)
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, gzip)
  const manifest = path.join(folder, 'composition.json')
  const json = (await readFile(manifest, 'utf8')).replaceAll(sha256(html), sha256(forged))
  await writeFile(manifest, json)
  return json
}
