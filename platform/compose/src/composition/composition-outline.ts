import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  COMPOSITION_FILE,
  type CompositionFolders,
  compositionSchema,
  parseOwnFormat,
  readCheckedJson,
} from './composition'

const outlineSchema = Type.Pick(compositionSchema, [
  'number',
  'isPreview',
  'madeAhead',
  'settings',
  'releases',
  'packs',
  'indexPacks',
  'indexes',
  'data',
])
const checker = Compile(outlineSchema)

/** What a composition says besides its pages. */
export type CompositionOutline = Static<typeof outlineSchema>

/**
 * For whoever needs this of many compositions: to look at each page of a large site takes ten times as long.
 * @throws Error as `readComposition`
 */
export async function readOutline(folders: CompositionFolders, number: number): Promise<CompositionOutline> {
  const folder = folders.composition(number)
  const json = await readCheckedJson(folders, number, folder)
  return parseOutline(json, path.join(folder, COMPOSITION_FILE))
}

/** @throws Error as `parseComposition` */
export function parseOutline(json: string, source: string): CompositionOutline {
  const value = parseOwnFormat(json, source)
  if (!checker.Check(value)) throw new Error(`${source} is not a valid composition`)
  const { number, isPreview, madeAhead, settings, releases, packs, indexPacks, indexes, data } = value
  return {
    ...{ number, settings, releases, packs, indexPacks, indexes, data },
    ...(isPreview && { isPreview }),
    ...(madeAhead !== undefined && { madeAhead }),
  }
}
