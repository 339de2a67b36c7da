import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type NamedFile, packJson, unpackJson } from './blob-files'
import {
  type ComposedDocument,
  findHeaders,
  headersSchema,
  mapValues,
  placeHeaders,
  storedDocumentSchema,
  type WithHeaders,
} from './stored-headers'

const pageSchema = Type.Object({
  ...storedDocumentSchema.properties,
  module: Type.String(),
  status: Type.Union([Type.Literal(200), Type.Literal(404)]),
  noindex: Type.Boolean(),
  variants: Type.Optional(
    Type.Object({ parameter: Type.String(), values: Type.Record(Type.String(), storedDocumentSchema) }),
  ),
})
const listSchema = Type.Object({
  headers: headersSchema,
  pages: Type.Record(Type.String(), pageSchema),
  /** Page for every other path directly below `below`. */
  fallbacks: Type.Array(Type.Object({ below: Type.String(), page: Type.String() })),
})
const checker = Compile(listSchema)

type StoredList = Static<typeof listSchema>
type StoredPage = Static<typeof pageSchema>

export type ComposedPage = WithHeaders<Omit<StoredPage, 'variants'>> & {
  variants?: { parameter: string; values: Record<string, ComposedDocument> }
}

/** Pages of one package in a content-addressed file, which compositions share while the package stays. */
export type PageList = Pick<StoredList, 'fallbacks'> & { pages: Record<string, ComposedPage> }

export function packList({ pages, fallbacks }: PageList): NamedFile {
  const { all, place } = placeHeaders()
  const pageOf = ({ variants, ...page }: ComposedPage): StoredPage => ({
    ...place(page),
    ...(variants && { variants: { ...variants, values: mapValues(variants.values, place) } }),
  })
  const list: StoredList = { headers: all, pages: mapValues(pages, pageOf), fallbacks }
  return packJson(list)
}

export function unpackList(content: Buffer): PageList {
  const list = unpackJson(content)
  if (!checker.Check(list)) throw new Error('It is no list of pages')
  const withHeaders = findHeaders(list.headers)
  const pageOf = ({ variants, ...page }: StoredPage): ComposedPage => ({
    ...withHeaders(page),
    ...(variants && { variants: { ...variants, values: mapValues(variants.values, withHeaders) } }),
  })
  return { pages: mapValues(list.pages, pageOf), fallbacks: list.fallbacks }
}
