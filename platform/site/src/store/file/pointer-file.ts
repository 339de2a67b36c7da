import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import type { SiteLayout } from '../../model/site-layout'
import { withPointerLease } from './site-leases'

/** `undefined` before the first activation. */
export async function readPointer({ current }: Pick<SiteLayout, 'current'>): Promise<Pointer | undefined> {
  const json = await readFile(current, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
  return json === undefined ? undefined : parsePointer(JSON.parse(json), current)
}

/** The caller holds the pointer's lease; a reader finds the old pointer or the new one, nothing between. */
export async function writePointer({ current }: SiteLayout, pointer: Pointer): Promise<void> {
  await replaceFile(current, `${JSON.stringify(pointer)}\n`)
}

/** Follows what was decided elsewhere, in the database that several machines share; what cannot be read here gives way to it. */
export function followPointer(site: SiteLayout, pointer: Pointer): Promise<void> {
  return withPointerLease(site, async () => {
    const here = await readPointer(site).catch(() => undefined)
    if (!isSamePointer(here, pointer)) await writePointer(site, pointer)
  })
}
