import { readText, replaceFile } from '@platform/base/durable/durable'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import type { SiteLayout } from '../../model/site-layout'
import { withPointerLease } from './site-leases'

export async function readPointer({ current }: Pick<SiteLayout, 'current'>): Promise<Pointer | undefined> {
  const json = await readText(current)
  return json === undefined ? undefined : parsePointer(JSON.parse(json), current)
}

export async function writePointer({ current }: SiteLayout, pointer: Pointer): Promise<void> {
  await replaceFile(current, `${JSON.stringify(pointer)}\n`)
}

export function followPointer(site: SiteLayout, pointer: Pointer): Promise<void> {
  return withPointerLease(site, async () => {
    const here = await readPointer(site).catch(() => undefined)
    if (!isSamePointer(here, pointer)) await writePointer(site, pointer)
  })
}
