import { stat } from 'node:fs/promises'
import { removeWhole } from '@platform/base/durable/temporary'
import { listCompositions, readComposition } from '@platform/compose/composition/composition'
import { listReleases } from '@platform/release/folder-registry/releases'
import { shownBy } from '../../model/pointer'
import { readPointer } from '../file/pointer-file'
import type { SiteFolders } from '../file/site-layout'
import { listKeptCompositions, listKeptReleases } from './archives'
import type { StoreDatabase } from './connect-store'

/** Longer than an operator's command may need that works in the same folders. */
const YOUNG_MS = 24 * 60 * 60 * 1_000

/** Deletes from an origin's copy what the database no longer keeps, once it is old. */
export async function dropForgotten(database: StoreDatabase, folders: SiteFolders): Promise<void> {
  const kept = (await listKeptCompositions(database)).map(({ number }) => number)
  const shown = shownBy(await readPointer(folders))
  for (const number of await listCompositions(folders)) {
    const folder = folders.composition(number)
    if (shown.includes(number) || kept.includes(number) || !(await isOld(folder))) continue
    await removeWhole(folders, folder)
  }
  const named = await nameUsedReleases(folders)
  for (const release of await listKeptReleases(database)) named.add(`${release.package}@${release.version}`)
  for (const { package: name, version } of await listReleases(folders)) {
    const folder = folders.release(name, version)
    if (!named.has(`${name}@${version}`) && (await isOld(folder))) await removeWhole(folders, folder)
  }
}

async function nameUsedReleases(folders: SiteFolders): Promise<Set<string>> {
  const names = new Set<string>()
  for (const number of await listCompositions(folders)) {
    const composition = await readComposition(folders, number).catch(() => undefined)
    for (const [name, { version }] of Object.entries(composition?.releases ?? {})) names.add(`${name}@${version}`)
  }
  return names
}

async function isOld(folder: string): Promise<boolean> {
  return Date.now() - (await stat(folder)).mtimeMs > YOUNG_MS
}
