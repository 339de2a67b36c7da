import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { nameFile, readBlob } from '@platform/compose/composition/blob-files'
import { readCompositionJson, writeCompositionJson } from '@platform/compose/composition/composition-folder'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import { packList, unpackList } from '@platform/compose/composition/page-list'
import type { SiteCopy } from '../store/file/file-copy'
import type { StoreDatabase } from '../store/postgres/connect-store'

const PAGE = '/courses'
const PACKAGE = 'catalog'

/** Recomputes every digest. */
export async function forgePage(copy: SiteCopy, number: number, text: string): Promise<void> {
  const folder = copy.composition(number)
  const { json, blobs } = await forge(await readCompositionJson(folder), (digest) => readBlob(copy, digest), text)
  for (const { digest, content } of blobs) {
    await mkdir(path.dirname(copy.blob(digest)), { recursive: true })
    await writeFile(copy.blob(digest), content)
  }
  await writeCompositionJson(folder, json)
}

/** Forges a page under its former, signed digest. */
export async function forgeBlob(copy: SiteCopy, number: number, text: string): Promise<void> {
  const manifest = await readCompositionJson(copy.composition(number))
  const { blobs } = await forge(manifest, (digest) => readBlob(copy, digest), text)
  for (const { before, content } of blobs) await writeFile(copy.blob(before), content)
}

export async function forge(manifest: string, read: (digest: string) => Promise<Buffer>, text: string) {
  const { list: before = '' } = parseOutline(manifest, 'What is forged').packages[PACKAGE] ?? {}
  const list = unpackList(await read(before))
  const page = list.pages[PAGE]
  if (!page) throw new Error(`There is no ${PAGE} to forge`)
  const html = Buffer.from(`<main><h1>${text}</h1></main>`)
  const copies = await compress(html, 4)
  const [br, gzip] = [nameFile(copies.brotli), nameFile(copies.gzip)]
  const blobs = [
    { ...br, before: page.br },
    { ...gzip, before: page.gzip ?? '' },
  ]
  Object.assign(page, { sha256: sha256(html), bytes: html.length, br: br.digest, gzip: gzip.digest })
  const listed = packList(list)
  return {
    json: manifest.replaceAll(before, listed.digest),
    blobs: [...blobs, { ...listed, before }],
    page: br,
  }
}

/** Recomputes every digest. */
export async function forgeComposition(store: StoreDatabase, number: number, text: string): Promise<void> {
  const name = `composition/${number}`
  const find = 'select content from site_documents where name = $1'
  const [row] = await store.query<{ content: string }>(find, [name])
  const read = async (digest: string) => {
    const [blob] = await store.query<{ content: Buffer }>('select content from site_blobs where digest = $1', [digest])
    return blob?.content ?? Buffer.alloc(0)
  }
  const { json, blobs } = await forge(row?.content ?? '', read, text)
  for (const { digest, content } of blobs) {
    await store.query('insert into site_blobs (digest, content) values ($1, $2)', [digest, content])
  }
  await store.query('update site_documents set content = $2 where name = $1', [name, json])
}
