import { memoize } from '@platform/base/collections/collections'
import { type Static, Type } from 'typebox'
import type { Headers } from '../headers/security-headers'

export const digestSchema = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const headersSchema = Type.Array(Type.Record(Type.String(), Type.String()))
export const storedDocumentSchema = Type.Object({
  /** Digest and length before compression. */
  sha256: digestSchema,
  bytes: Type.Integer({ minimum: 0 }),
  /** Digests of the compressed copies. Without `gzip`, the origin compresses on request. */
  br: digestSchema,
  gzip: Type.Optional(digestSchema),
  headers: Type.Integer({ minimum: 0 }),
})
type StoredDocument = Static<typeof storedDocumentSchema>

export type ComposedDocument = WithHeaders<StoredDocument>
export type WithHeaders<Document> = Omit<Document, 'headers'> & { headers: Headers }

/** Deduplicates headers; `all` is complete after the last document. */
export function placeHeaders() {
  const all: Headers[] = []
  const placeOfJson = memoize((json: string) => all.push(JSON.parse(json)) - 1)
  // Avoids serialising the same object again.
  const placeOf = memoize((headers: Headers) => placeOfJson(JSON.stringify(headers)))
  return {
    all,
    place<Document extends { headers: Headers }>(document: Document): Omit<Document, 'headers'> & { headers: number } {
      return { ...document, headers: placeOf(document.headers) }
    },
  }
}

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
