import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compress } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { COMPOSITION_FILE, parseComposition } from '@platform/compose/composition/composition'
import { htmlOf, type Pack, packDocuments, unpackDocuments } from '@platform/compose/composition/pack'
import type { StoreDatabase } from '@platform/site/store/postgres/connect-store'
import type { SiteCopy } from '@platform/site/store/site-copy'

const PAGE = '/courses'
const PACKAGE = 'catalog'

/**
 * What somebody does who can write the database and wants visitors to read something else: changes a page of a composition
 * and computes every digest anew, so that all of it fits together.
 */
export async function forgeComposition(store: StoreDatabase, number: number, text: string): Promise<void> {
  const [row] = await store.query<{ manifest: string }>('select manifest from site_compositions where number = $1', [
    number,
  ])
  const readPack = async (digest: string) => {
    const [pack] = await store.query<{ content: Buffer }>('select content from site_packs where digest = $1', [digest])
    return pack?.content ?? Buffer.alloc(0)
  }
  const { json, packs } = await forge(row?.manifest ?? '', readPack, text)
  for (const { digest, content } of packs) {
    await store.query('insert into site_packs (digest, content) values ($1, $2)', [digest, content])
  }
  const digests = packs.map(({ digest }) => digest)
  const update =
    'update site_compositions set digest = $2, manifest = $3, packs = packs || $4::text[] where number = $1'
  await store.query(update, [number, sha256(json), json, digests])
}

/** The same in a folder. */
export async function forgePage(copy: SiteCopy, number: number, text: string): Promise<void> {
  const manifest = path.join(copy.composition(number), COMPOSITION_FILE)
  const { json, packs } = await forge(await readFile(manifest, 'utf8'), (digest) => readFile(copy.pack(digest)), text)
  for (const { digest, content } of packs) await writeFile(copy.pack(digest), content)
  await writeFile(manifest, json)
}

async function forge(manifest: string, readPack: (digest: string) => Promise<Buffer>, text: string) {
  const packs: Pack[] = []
  let json = manifest
  for (const digest of parseComposition(manifest, 'What is forged').packs[PACKAGE]?.digests ?? []) {
    const documents = unpackDocuments(await readPack(digest))
    const forged = documents.map(async (document) => {
      if (document.address !== PAGE) return document
      const html = Buffer.from((await htmlOf(document)).toString().replace(/<h1>[^<]*<\/h1>/, `<h1>${text}</h1>`))
      const { brotli: br, gzip } = await compress(html, 4)
      json = json.replaceAll(document.sha256, sha256(html))
      return { ...document, sha256: sha256(html), bytes: html.length, br, gzip }
    })
    const [pack] = packDocuments(await Promise.all(forged))
    if (!pack) continue
    packs.push(pack)
    json = json.replaceAll(digest, pack.digest)
  }
  return { json, packs }
}
