import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { compressJson, type NamedFile, unpackJson } from './json-file'

const packedSchema = Type.Object({
  /** With its query: `/courses?category=food`. */
  address: Type.String(),
  /** Of the document as it is sent, before compression; the same for its length in bytes. */
  sha256: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  /** Bytes of each compressed copy; they follow one another, in this order. */
  br: Type.Integer({ minimum: 1 }),
  /** 0 where that copy is made when somebody asks for it. */
  gzip: Type.Integer({ minimum: 0 }),
  /** True where no other way to compress it would make it fit into the first flight. */
  isSmallest: Type.Boolean(),
})
const checker = Compile(Type.Array(packedSchema))

type Packed = Static<typeof packedSchema>

/** A document that is kept: its compressed copies. */
export type KeptDocument = Pick<Packed, 'address' | 'sha256' | 'bytes' | 'isSmallest'> & { br: Buffer; gzip: Buffer }

/** Where bytes stand in a file. */
export type Place = { start: number; length: number }

/** A document in its pack. */
export type PackedDocument = Omit<KeptDocument, 'br' | 'gzip'> & { br: Place; gzip: Place }

/** So much is written, sent and looked at in one go; a larger document is alone in its pack. */
const PACK_BYTES = 8 * 1024 * 1024
const LENGTH_BYTES = 4

/** Documents in files. The same documents in the same order give the same packs. */
export function packDocuments(documents: readonly KeptDocument[]): NamedFile[] {
  const groups: KeptDocument[][] = []
  let room = 0
  for (const document of documents) {
    const bytes = document.br.length + document.gzip.length
    if (bytes > room || groups.length === 0) {
      groups.push([])
      room = PACK_BYTES
    }
    groups.at(-1)?.push(document)
    room -= bytes
  }
  return groups.map(packOf)
}

function packOf(documents: readonly KeptDocument[]): NamedFile {
  const list: Packed[] = documents.map(({ br, gzip, ...it }) => ({ ...it, br: br.length, gzip: gzip.length }))
  const head = compressJson(list)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(head.length)
  const content = Buffer.concat([length, head, ...documents.flatMap(({ br, gzip }) => [br, gzip])])
  return { digest: sha256(content), content }
}

/**
 * What is in a pack, and where.
 * @param content known by its digest: nothing else may be unpacked
 * @throws Error when it is no pack of this program's
 */
export function listDocuments(content: Buffer): PackedDocument[] {
  const headEnd = LENGTH_BYTES + content.readUInt32BE()
  const list = unpackJson(content.subarray(LENGTH_BYTES, headEnd))
  if (!checker.Check(list)) throw new Error('It is no pack of documents')
  let at = headEnd
  const place = (length: number): Place => {
    at += length
    return { start: at - length, length }
  }
  const documents = list.map(({ br, gzip, ...it }) => ({ ...it, br: place(br), gzip: place(gzip) }))
  if (at !== content.length) throw new Error('Its pack has another length than it says')
  return documents
}

/** As {@link listDocuments}, with the bytes. */
export function unpackDocuments(content: Buffer): KeptDocument[] {
  return listDocuments(content).map((document) => ({
    ...document,
    br: bytesAt(content, document.br),
    gzip: bytesAt(content, document.gzip),
  }))
}

/** The same memory, no copy of it. */
export function bytesAt(content: Buffer, { start, length }: Place): Buffer {
  return content.subarray(start, start + length)
}

const decompress = promisify(zlib.brotliDecompress)

/** The document itself. @throws Error when its copy does not unpack to it */
export async function htmlOf({ br, sha256: digest, bytes }: KeptDocument): Promise<Buffer> {
  const html = await decompress(br, { maxOutputLength: Math.max(1, bytes) })
  if (sha256(html) !== digest) throw new Error('A compressed copy is none of its document')
  return html
}
