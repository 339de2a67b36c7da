import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { writeDurably } from '@platform/base/durable/durable'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import type { BlobFolder } from './blob-files'
import { compressText } from './json-file'

/** JSON, in Brotli: most of it is the same in each composition of a site, and says which packages have not changed. */
export const COMPOSITION_FILE = 'composition.json.br'
/** As it was called until format 3, uncompressed. */
const UNCOMPRESSED_FILE = 'composition.json'
/** The operator's signature of the JSON, in base64; its digests speak for every other file. */
export const COMPOSITION_SIGNATURE_FILE = 'composition.sig'

/** More than any site has: whoever can write here must not fill the memory of those who read, before the signature is looked at. */
const MOST_JSON_BYTES = 64 * 1024 * 1024

/** Where the compositions of a site stand. */
export type CompositionFolders = TemporaryFolder &
  BlobFolder & {
    compositions: string
    composition: (number: number) => string
    /** @throws Refusal unless somebody who is believed here has signed these bytes as the composition of this number */
    checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  }

/**
 * The JSON of a composition that was signed for this number, wherever its folder stands for now.
 * @throws Refusal when nobody who is believed here has signed it
 */
export async function readCheckedJson(folders: CompositionFolders, number: number, folder: string): Promise<string> {
  const json = await readCompositionJson(folder)
  const signature = await unlessMissing(readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8'))
  await folders.checkComposition(number, json, signature)
  return json
}

/** What a composition says, whoever has signed it. @throws Refusal when it is damaged; Error when it is missing */
export async function readCompositionJson(folder: string): Promise<string> {
  const file = path.join(folder, COMPOSITION_FILE)
  const content = await unlessMissing(readFile(file))
  if (!content) return readFile(path.join(folder, UNCOMPRESSED_FILE), 'utf8')
  try {
    return brotliDecompressSync(content, { maxOutputLength: MOST_JSON_BYTES }).toString()
  } catch (cause) {
    throw new Refusal(`${file} is damaged: it cannot be unpacked`, { cause })
  }
}

/** The same JSON gives the same file. */
export async function writeCompositionJson(folder: string, json: string): Promise<void> {
  await writeDurably(path.join(folder, COMPOSITION_FILE), compressText(json))
}

async function unlessMissing<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  return reading.catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** Numbers of the kept compositions, newest first. */
export async function listCompositions(folders: Pick<CompositionFolders, 'compositions'>): Promise<number[]> {
  const names = await readdir(folders.compositions).catch(() => [])
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)
}
