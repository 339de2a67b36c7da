import { stat } from 'node:fs/promises'
import { removeWhole } from '@platform/base/durable/temporary'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { listReleases } from '@platform/release/folder-registry/releases'
import { servedCompositions } from '../../model/pointer'
import { dropUnnamed } from '../file/file-site-store'
import type { SiteCopy } from '../site-copy'
import { listKeptCompositions, listKeptReleases } from './archives'
import type { StoreDatabase } from './connect-store'

/** Longer than an operator's command may need that works in the same copy. */
const YOUNG_MS = 24 * 60 * 60 * 1_000

/** Deletes from an origin's copy what the database no longer keeps, once it is old. */
export async function dropForgotten(database: StoreDatabase, copy: SiteCopy): Promise<void> {
  const kept = (await listKeptCompositions(database)).map(({ number }) => number)
  const served = servedCompositions(await copy.readPointer())
  for (const number of await listCompositions(copy)) {
    const folder = copy.composition(number)
    if (served.includes(number) || kept.includes(number) || !(await isOld(folder))) continue
    await removeWhole(copy, folder)
  }
  await dropUnnamed(copy, YOUNG_MS)
  const named = await nameUsedReleases(copy)
  for (const release of await listKeptReleases(database)) named.add(`${release.package}@${release.version}`)
  for (const { package: name, version } of await listReleases(copy)) {
    const folder = copy.release(name, version)
    if (!named.has(`${name}@${version}`) && (await isOld(folder))) await removeWhole(copy, folder)
  }
}

async function nameUsedReleases(copy: SiteCopy): Promise<Set<string>> {
  const names = new Set<string>()
  for (const number of await listCompositions(copy)) {
    const composition = await readOutline(copy, number).catch(() => undefined)
    for (const [name, { version }] of Object.entries(composition?.releases ?? {})) names.add(`${name}@${version}`)
  }
  return names
}

async function isOld(folder: string): Promise<boolean> {
  return Date.now() - (await stat(folder)).mtimeMs > YOUNG_MS
}
