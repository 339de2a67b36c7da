import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unpacksTo } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import type { ComposedDocument, Composition, CompositionFolders } from './composition'

export type DocumentContent = { identity: Buffer; br: Buffer; gzip: Buffer }

/**
 * The content of one document with its compressed copies.
 * @throws Refusal naming the file that is missing or is not what was composed.
 */
export async function readDocument(folder: string, document: ComposedDocument): Promise<DocumentContent> {
  const file = path.join(folder, document.file)
  const [identity, br, gzip] = await Promise.all([read(file), read(`${file}.br`), read(`${file}.gz`)])
  if (sha256(identity) !== document.sha256) throw changed(file)
  if (!(await unpacksTo(br, document.sha256, 'br'))) throw changed(`${file}.br`)
  if (!(await unpacksTo(gzip, document.sha256, 'gzip'))) throw changed(`${file}.gz`)
  return { identity, br, gzip }
}

/** Every document of a composition. */
export function documentsOf({ pages, indexes }: Composition): ComposedDocument[] {
  const variants = Object.values(pages).flatMap((page) => Object.values(page.variants?.values ?? {}))
  return [...Object.values(pages), ...variants, ...Object.values(indexes)]
}

/** @throws Refusal naming the first file that is missing or changed. */
export async function verifyDocuments(folders: CompositionFolders, composition: Composition): Promise<void> {
  const folder = folders.composition(composition.number)
  await Promise.all(documentsOf(composition).map((document) => readDocument(folder, document)))
}

function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause) => {
    throw new Refusal(`${file} is part of the composition, but cannot be read`, { cause })
  })
}

function changed(file: string): Refusal {
  return new Refusal(`${file} is not what was composed`)
}
