import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { Refusal } from '@platform/base/errors/refusal'
import {
  isSamePointer,
  nextPointer,
  type Pointer,
  type PointerChange,
  parsePointer,
  shownBy,
} from '../../model/pointer'
import type { SiteFolders } from './site-layout'
import { withPointerLock } from './site-locks'

/** `undefined` before the first activation. */
export async function readPointer(folders: SiteFolders): Promise<Pointer | undefined> {
  const json = await readFile(folders.current, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (json === undefined) return undefined
  return parsePointer(JSON.parse(json), folders.current)
}

/**
 * Changes what visitors see; a reader finds the old pointer or the new one, nothing between.
 * @param before what the decision was made on
 * @throws Refusal when something else was changed since.
 */
export async function movePointer(
  folders: SiteFolders,
  before: Pointer | undefined,
  change: PointerChange,
): Promise<void> {
  const next = nextPointer(before, change, new Date())
  // Decided for all machines at once; these folders are one of the copies.
  if (folders.authority) {
    const [newcomer = next.live] = shownBy(next).filter((number) => !shownBy(before).includes(number))
    await folders.authority.moveLive(next, newcomer)
  }
  await withPointerLock(folders, async () => {
    const now = await readPointer(folders)
    if (!folders.authority && !isSamePointer(now, before)) {
      throw new Refusal(
        now?.live === before?.live
          ? 'The canary, a preview or the hold was changed meanwhile. Look at "site status" and try again.'
          : `Composition ${now?.live} became live meanwhile. Look at "site status" and try again.`,
      )
    }
    await writePointer(folders, next)
  })
}

/** Follows what was decided elsewhere, in the database that several machines share. */
export function followPointer(folders: SiteFolders, pointer: Pointer): Promise<void> {
  return withPointerLock(folders, async () => {
    if (!isSamePointer(await readPointer(folders), pointer)) await writePointer(folders, pointer)
  })
}

async function writePointer(folders: SiteFolders, pointer: Pointer): Promise<void> {
  await replaceFile(folders.current, `${JSON.stringify(pointer)}\n`)
}
