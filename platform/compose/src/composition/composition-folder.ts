import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { hasErrorCode } from '@platform/base/errors/refusal'
import type { PackFolder } from './pack-files'

export const COMPOSITION_FILE = 'composition.json'
/** The operator's signature of it, in base64; its digests speak for every other file. */
export const COMPOSITION_SIGNATURE_FILE = 'composition.sig'

/** Where the compositions of a site stand. */
export type CompositionFolders = TemporaryFolder &
  PackFolder & {
    compositions: string
    composition: (number: number) => string
    /** @throws Refusal unless somebody who is believed here has signed these bytes as the composition of this number */
    checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  }

/**
 * The bytes of a composition that was signed for this number, wherever its folder stands for now.
 * @throws Refusal when nobody who is believed here has signed them
 */
export async function readCheckedJson(folders: CompositionFolders, number: number, folder: string): Promise<string> {
  const json = await readFile(path.join(folder, COMPOSITION_FILE), 'utf8')
  const signature = await readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
  await folders.checkComposition(number, json, signature)
  return json
}

/** Numbers of the kept compositions, newest first. */
export async function listCompositions(folders: Pick<CompositionFolders, 'compositions'>): Promise<number[]> {
  const names = await readdir(folders.compositions).catch(() => [])
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)
}
