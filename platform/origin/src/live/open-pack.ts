import { closeSync, readSync } from 'node:fs'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal } from '@platform/base/errors/refusal'
import {
  bytesAt,
  type KeptDocument,
  listDocuments,
  type PackedDocument,
  type Place,
} from '@platform/compose/composition/pack'
import type { OpenedPack } from '@platform/compose/composition/pack-files'
import type { Body } from '../http/representation'
import type { PageMemory, Slot } from './page-memory'
import { zipWhenAsked } from './unpack-when-asked'

/** A document as it is served: its compressed copies come from memory or from the pack. */
export type ServedDocument = Pick<KeptDocument, 'sha256' | 'bytes'> & { br: Body; gzip: Body }

/** A pack that was whole when it was opened, and can be read for as long as anybody refers to it. */
export type OpenPack = {
  documents: ServedDocument[]
  /** Since something in it was read that is not what was composed, until it was opened again. */
  isDamaged: boolean
  held: Held
}

/** What an open pack holds of this process; refers to no pack, so that it can be given back when nobody does. */
export type Held = { name: string; descriptor: number; mark: string; slots: Slot[] }

type Opening = OpenedPack & {
  /** Its path, for messages. */
  name: string
  memory: PageMemory
  onDamage: (error: Refusal) => void
}

/**
 * Of its content only what comes into `memory` stays in any.
 * @throws Error when it is no pack of this program's
 */
export function servePack({ content, ...opening }: Opening): OpenPack {
  const { pack, bodyOf } = makePack(opening)
  for (const { sha256: digest, bytes, br, gzip } of listOrClose(content, opening.descriptor)) {
    const body = (place: Place) => bodyOf(place, bytesAt(content, place))
    const document = { sha256: digest, bytes, br: body(br) }
    pack.documents.push({ ...document, gzip: gzip.length > 0 ? body(gzip) : zipWhenAsked(document) })
  }
  return pack
}

function listOrClose(content: Buffer, descriptor: number): PackedDocument[] {
  try {
    return listDocuments(content)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** What it gives knows nothing of the pack's content, which would stay in memory with it. */
function makePack({ name, descriptor, mark, memory, onDamage }: Omit<Opening, 'content'>) {
  const held: Held = { name, descriptor, mark, slots: [] }
  const pack: OpenPack = { documents: [], isDamaged: false, held }

  function bodyOf(place: Place, bytes: Buffer): Body {
    const expected = sha256(bytes)
    const slot = memory.slot()
    held.slots.push(slot)
    if (memory.hasRoom(place.length)) memory.keep(slot, ownCopy(bytes))
    return { length: place.length, read: () => read(slot, place, expected) }
  }

  function read(slot: Slot, place: Place, expected: string): Buffer {
    memory.count(slot)
    if (slot.body) return slot.body
    const body = readAt(place, expected)
    memory.keep(slot, body)
    return body
  }

  /** Waits for it: a few microseconds where the kernel has it in memory, which is less than to be told when it is there. */
  function readAt({ start, length }: Place, expected: string): Buffer {
    const body = Buffer.allocUnsafeSlow(length)
    try {
      if (readSync(held.descriptor, body, 0, length, start) === length && sha256(body) === expected) return body
    } catch (cause) {
      throw damage(new Refusal(`${name} is part of the composition, but can no longer be read`, { cause }))
    }
    throw damage(new Refusal(`${name} is no longer what was composed`))
  }

  function damage(error: Refusal): Refusal {
    if (!pack.isDamaged) onDamage(error)
    pack.isDamaged = true
    return error
  }

  return { pack, bodyOf }
}

/** The same content in another file: whatever is made of it is whole with it. */
export function mendPack(pack: OpenPack, { descriptor, mark }: OpenedPack): void {
  closeSync(pack.held.descriptor)
  Object.assign(pack.held, { descriptor, mark })
  pack.isDamaged = false
}

/** Memory of its own: a part of a pack's would keep all of the pack. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
