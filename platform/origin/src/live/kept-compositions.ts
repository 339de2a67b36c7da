import { stat } from 'node:fs/promises'
import path from 'node:path'
import { COMPOSITION_FILE, listCompositions } from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutline } from '@platform/compose/composition/composition-outline'
import type { SiteCopy } from '@platform/site/store/site-copy'

/** What visitors may still ask for of what is kept is a small part of it. */
export type KeptComposition = Pick<CompositionOutline, 'number' | 'isPreview' | 'releases' | 'indexes' | 'data'>

/** What can be read of what is kept, newest first, but for the composition of one number. */
export type ReadKept = (besides: number) => Promise<KeptComposition[]>

/**
 * Reads each composition once, because none ever changes, and one after the other, because each lists all pages of the site.
 */
export function createKeptReader(copy: SiteCopy): ReadKept {
  let known = new Map<string, KeptComposition>()
  return async (besides) => {
    const found = new Map<string, KeptComposition>()
    for (const number of await listCompositions(copy)) {
      if (number === besides) continue
      const key = await keyOf(copy, number).catch(() => undefined)
      if (key === undefined) continue
      const kept = known.get(key) ?? (await readOutline(copy, number).catch(() => undefined))
      if (kept) found.set(key, kept)
    }
    known = found
    return [...found.values()]
  }
}

/** Another folder may take its place under the same number only by hand. */
async function keyOf(copy: SiteCopy, number: number): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path.join(copy.composition(number), COMPOSITION_FILE))
  return [number, ino, mtimeMs, size].join(' ')
}
