import { writeFile } from 'node:fs/promises'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { nameFile, readBlob } from '@platform/compose/composition/blob-files'
import { readCompositionJson } from '@platform/compose/composition/composition-folder'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import { packList, unpackList } from '@platform/compose/composition/page-list'
import { readOneBlob } from '../sharing/verify-parts'
import type { SiteCopy } from '../store/file/file-copy'
import type { SiteStore } from '../store/site-store'

const PAGE = '/courses'
const PACKAGE = 'catalog'

/** Recomputes every digest. */
export async function forgePage(store: SiteStore, number: number, text: string): Promise<void> {
  const name = `composition/${number}`
  const [row] = await store.read(name)
  if (!row) throw new Error(`There is no ${name} to forge`)
  const { json, blobs } = await forge(row.content, (digest) => readOneBlob(store, digest), text)
  await store.putBlobs(blobs)
  await store.swap({ rows: [{ ...row, content: json }], unchanged: { [name]: row.revision } })
}

/** Forges a page under its former, signed digest. */
export async function forgeBlob(copy: SiteCopy, number: number, text: string): Promise<void> {
  const manifest = await readCompositionJson(copy.composition(number))
  const { blobs } = await forge(manifest, (digest) => readBlob(copy, digest), text)
  for (const { before, content } of blobs) await writeFile(copy.blob(before), content)
}

async function forge(manifest: string, read: (digest: string) => Promise<Buffer>, text: string) {
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
  return { json: manifest.replaceAll(before, listed.digest), blobs: [...blobs, { ...listed, before }] }
}
