import { type Static, Type } from 'typebox'
import type { Headers } from '../headers/security-headers'

export const digestSchema = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** All headers that documents are sent with, each set once: most pages have the same. */
export const headersSchema = Type.Array(Type.Record(Type.String(), Type.String()))
export const storedDocumentSchema = Type.Object({
  /** Of the document as it is sent, before compression; the same for its length in bytes. */
  sha256: digestSchema,
  bytes: Type.Integer({ minimum: 0 }),
  /** Digests of its compressed copies. One that few ask for is compressed with gzip when they do. */
  br: digestSchema,
  gzip: Type.Optional(digestSchema),
  /** Place of its headers among those of the file. */
  headers: Type.Integer({ minimum: 0 }),
})
type StoredDocument = Static<typeof storedDocumentSchema>

/** A document of a composition, with the headers it is sent with. */
export type ComposedDocument = WithHeaders<StoredDocument>
export type WithHeaders<Document> = Omit<Document, 'headers'> & { headers: Headers }

/** Gives each set of headers its place; `all` is complete when all documents have been placed. */
export function placeHeaders() {
  const places = new Map<string, number>()
  // To write them takes longer than to find them.
  const known = new Map<Headers, number>()
  const all: Headers[] = []
  const placeOf = (headers: Headers): number => {
    const json = JSON.stringify(headers)
    const place = places.get(json) ?? all.push(headers) - 1
    places.set(json, place)
    return place
  }
  return {
    all,
    place<Document extends { headers: Headers }>(document: Document): Omit<Document, 'headers'> & { headers: number } {
      const place = known.get(document.headers) ?? placeOf(document.headers)
      known.set(document.headers, place)
      return { ...document, headers: place }
    },
  }
}

/** The way back. The documents share what stands once. @throws Error where a place has no headers */
export function findHeaders(all: readonly Headers[]) {
  return <Document extends { headers: number }>(document: Document): WithHeaders<Document> => {
    const headers = all[document.headers]
    if (!headers) throw new Error('A document of the composition lacks its headers')
    return { ...document, headers }
  }
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
