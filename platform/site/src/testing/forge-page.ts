import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { nameFile } from '@platform/compose/composition/blob-files'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import { packList, unpackList } from '@platform/compose/composition/page-list'
import { readOneBlob } from '../sharing/verify-parts'
import type { SiteStore } from '../store/site-store'

const PAGE = '/courses'
const PACKAGE = 'catalog'

export async function forgePage(store: SiteStore, number: number, text: string): Promise<void> {
  const name = `composition/${number}`
  const [row] = await store.read(name)
  if (!row) throw new Error(`There is no ${name} to forge`)
  const { list: before = '' } = parseOutline(row.content, name).packages[PACKAGE] ?? {}
  const list = unpackList(await readOneBlob(store, before))
  const page = list.pages[PAGE]
  if (!page) throw new Error(`There is no ${PAGE} to forge`)
  const html = Buffer.from(`<main><h1>${text}</h1></main>`)
  const copies = await compress(html, 4)
  const [br, gzip] = [nameFile(copies.brotli), nameFile(copies.gzip)]
  Object.assign(page, { sha256: sha256(html), bytes: html.length, br: br.digest, gzip: gzip.digest })
  const listed = packList(list)
  await store.putBlobs([br, gzip, listed])
  const content = row.content.replaceAll(before, listed.digest)
  await store.swap({ rows: [{ ...row, content }], unchanged: { [name]: row.revision } })
}
