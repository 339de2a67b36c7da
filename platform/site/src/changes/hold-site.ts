import { Refusal } from '@platform/base/errors/refusal'
import { movePointer, readPointer } from '../store/file/pointer-file'
import type { SiteFolders } from '../store/file/site-layout'
import { nameOperator } from '../store/file/site-locks'

/**
 * Nothing new becomes live until a person says otherwise; going back stays possible, and a canary that does not fail
 * keeps its share.
 * @throws Refusal when nothing is live or the site is held already.
 */
export async function holdSite(folders: SiteFolders, because: string, by = nameOperator('hold')): Promise<void> {
  const pointer = await readPointer(folders)
  if (!pointer) throw new Refusal('Nothing is live yet, so there is nothing to hold')
  if (pointer.hold) throw new Refusal(`The site is held already, by ${pointer.hold.by}: ${pointer.hold.because}`)
  await movePointer(folders, pointer, { hold: { since: new Date().toISOString(), by, because } })
}

/** @throws Refusal when the site is not held. */
export async function resumeSite(folders: SiteFolders): Promise<void> {
  const pointer = await readPointer(folders)
  if (!pointer?.hold) throw new Refusal('The site is not held')
  await movePointer(folders, pointer, { hold: undefined })
}
