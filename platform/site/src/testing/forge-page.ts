import { readFile, writeFile } from 'node:fs/promises'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { readCompositionJson, writeCompositionJson } from '@platform/compose/composition/composition-folder'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import type { NamedFile } from '@platform/compose/composition/json-file'
import { htmlOf, packDocuments, unpackDocuments } from '@platform/compose/composition/pack'
import { packList, unpackList } from '@platform/compose/composition/page-list'
import type { SiteCopy } from '../store/site-copy'

const PAGE = '/courses'
const PACKAGE = 'catalog'

/** What somebody does who can write the folder: another text on a page, with every digest computed anew. */
export async function forgePage(copy: SiteCopy, number: number, text: string): Promise<void> {
  const folder = copy.composition(number)
  const { json, files } = await forge(await readCompositionJson(folder), (digest) => readFile(copy.pack(digest)), text)
  for (const { digest, content } of files) await writeFile(copy.pack(digest), content)
  await writeCompositionJson(folder, json)
}

/** The same under the digest of before, as what it was signed as. */
export async function forgePack(copy: SiteCopy, number: number, text: string): Promise<void> {
  const manifest = await readCompositionJson(copy.composition(number))
  const { packs } = await forge(manifest, (digest) => readFile(copy.pack(digest)), text)
  for (const { before, content } of packs) await writeFile(copy.pack(before), content)
}

/** @returns the JSON of a composition with another page, and the packs and all files it names then, with the digest that each had */
export async function forge(manifest: string, readPack: (digest: string) => Promise<Buffer>, text: string) {
  const { digests = [], list = '' } = parseOutline(manifest, 'What is forged').packs[PACKAGE] ?? {}
  const { pages, fallbacks } = unpackList(await readPack(list))
  const packs: (NamedFile & { before: string })[] = []
  for (const before of digests) {
    const documents = unpackDocuments(await readPack(before))
    const forged = documents.map(async (document) => {
      if (document.address !== PAGE) return document
      const html = Buffer.from((await htmlOf(document)).toString().replace(/<h1>[^<]*<\/h1>/, `<h1>${text}</h1>`))
      const { brotli: br, gzip } = await compress(html, 4)
      Object.assign(pages[PAGE] ?? {}, { sha256: sha256(html) })
      return { ...document, sha256: sha256(html), bytes: html.length, br, gzip }
    })
    const [pack] = packDocuments(await Promise.all(forged))
    if (pack) packs.push({ ...pack, before })
  }
  const files = [...packs, { ...packList({ pages, fallbacks }), before: list }]
  return { json: files.reduce((json, { before, digest }) => json.replaceAll(before, digest), manifest), packs, files }
}
