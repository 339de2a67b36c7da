import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { writeDurably } from '@platform/base/durable/durable'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { type BlobFolder, compressText } from './blob-files'

export const COMPOSITION_FILE = 'composition.json.br'
/** Base64 of the operator's signature of the JSON, whose digests cover all other files. */
export const COMPOSITION_SIGNATURE_FILE = 'composition.sig'

/** Limits memory before the signature is checked: the folder's content is untrusted. */
const MOST_JSON_BYTES = 64 * 1024 * 1024

export type CompositionFolders = TemporaryFolder &
  BlobFolder & {
    compositions: string
    composition: (number: number) => string
    /** @throws Refusal without a trusted signature of these bytes for this number */
    checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  }

export async function readCheckedJson(folders: CompositionFolders, number: number, folder: string): Promise<string> {
  const json = await readCompositionJson(folder)
  const signature = await unlessMissing(readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8'))
  await folders.checkComposition(number, json, signature)
  return json
}

export async function readCompositionJson(folder: string): Promise<string> {
  const file = path.join(folder, COMPOSITION_FILE)
  const content = await readFile(file)
  try {
    return brotliDecompressSync(content, { maxOutputLength: MOST_JSON_BYTES }).toString()
  } catch (cause) {
    throw new Refusal(`${file} is damaged: it cannot be unpacked`, { cause })
  }
}

export async function writeCompositionJson(folder: string, json: string): Promise<void> {
  await writeDurably(path.join(folder, COMPOSITION_FILE), compressText(json))
}

async function unlessMissing<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  return reading.catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** Lists the kept compositions, newest first. */
export async function listCompositions(folders: Pick<CompositionFolders, 'compositions'>): Promise<number[]> {
  const names = await readdir(folders.compositions).catch(() => [])
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)
}
