import { readFile } from 'node:fs/promises'
import { readText, replaceFile } from '@platform/base/durable/durable'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import { checkSignedLive, findUnsignedChange, type SignedPointer } from '../../model/signed-pointer'
import type { SiteLayout } from '../../model/site-layout'
import type { Signatures } from '../../signatures/signatures'
import { withPointerLease } from './site-leases'

export type SignedLayout = SiteLayout & { signatures: Signatures }

const signedSchema = Type.Object({ signed: Type.String(), signedRevision: Type.Integer(), signature: Type.String() })
const checker = Compile(Type.Array(Type.Object({ pointer: Type.Unknown(), signed: signedSchema })))

/** Falls back to the last two pointers, as far as the operator signed them or they only take back. */
export async function readPointer(site: SignedLayout): Promise<Pointer | undefined> {
  try {
    return await readCurrent(site)
  } catch (error) {
    for (const { pointer, signed } of await readLast(site)) {
      const known = await checkSignedLive(site.signatures, signed).catch(() => undefined)
      const next = parsePointer(pointer, site.lastPointers)
      if (known && !findUnsignedChange(known.pointer, next)) return next
    }
    throw error
  }
}

/** @returns why the pointer itself cannot be read */
export function findPointerDamage(site: SiteLayout): Promise<string | undefined> {
  return readCurrent(site).then(() => undefined, messageOf)
}

async function readCurrent({ current }: SiteLayout): Promise<Pointer | undefined> {
  const json = await readText(current)
  if (json === undefined) return undefined
  try {
    return parsePointer(JSON.parse(json), current)
  } catch (cause) {
    throw new Refusal(`${current} is damaged: it does not name a composition`, { cause })
  }
}

async function readLast({ lastPointers }: SiteLayout) {
  return parseChecked(checker, await readFile(lastPointers, 'utf8').catch(() => '')) ?? []
}

export async function writePointer(site: SiteLayout, pointer: Pointer, signed?: SignedPointer): Promise<void> {
  const [last] = await readLast(site)
  const next = { pointer, signed: signed ?? last?.signed }
  if (next.signed) await replaceFile(site.lastPointers, JSON.stringify([next, ...(last ? [last] : [])]))
  await replaceFile(site.current, `${JSON.stringify(pointer)}\n`)
}

export function followPointer(site: SiteLayout, pointer: Pointer, signed?: SignedPointer): Promise<void> {
  return withPointerLease(site, async () => {
    const here = await readCurrent(site).catch(() => undefined)
    if (!isSamePointer(here, pointer)) await writePointer(site, pointer, signed)
  })
}
