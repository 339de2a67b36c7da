import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { hasErrorCode, Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Headers } from '../headers/security-headers'
import { siteSettingsSchema } from '../settings/site-settings'
import type { PackFolder } from './pack-files'

export const COMPOSITION_FILE = 'composition.json'
/** The operator's signature of it, in base64; its digests speak for every other file. */
export const COMPOSITION_SIGNATURE_FILE = 'composition.sig'

/** Where the compositions of a site stand. */
export type CompositionFolders = TemporaryFolder &
  PackFolder & {
    compositions: string
    composition: (number: number) => string
    /** @throws Refusal unless somebody who is believed here has signed these bytes as the composition of this number */
    checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  }

const FORMAT = 2

const digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const documentSchema = Type.Object({
  /** Of the uncompressed content; with it the document is found in the packs. */
  sha256: digest,
  /** Place of its headers among those of the composition. */
  headers: Type.Integer({ minimum: 0 }),
})
const pageSchema = Type.Object({
  ...documentSchema.properties,
  module: Type.String(),
  status: Type.Union([Type.Literal(200), Type.Literal(404)]),
  noindex: Type.Boolean(),
  variants: Type.Optional(
    Type.Object({ parameter: Type.String(), values: Type.Record(Type.String(), documentSchema) }),
  ),
})
const publicFileSchema = Type.Object({
  package: Type.String(),
  version: Type.String(),
  file: Type.String({ pattern: '^public/' }),
})

const packedPagesSchema = Type.Object({
  /** Digest of everything that its documents were rendered from, and of the program that did it. */
  key: digest,
  /** What was done to them afterwards: Brotli's quality, and the text that was added to each. */
  finish: Type.Object({ quality: Type.Integer(), added: Type.String() }),
  /** Digests of the packs, in the order of the documents. */
  digests: Type.Array(digest),
})

export const compositionSchema = Type.Object({
  format: Type.Literal(FORMAT),
  number: Type.Integer({ minimum: 1 }),
  /** Made to be looked at by a link; its documents say so, and it can never be live. */
  isPreview: Type.Optional(Type.Boolean()),
  /** Made before it was to be live: digest of all that it was made by. It becomes live as it is where that is the same still. */
  madeAhead: Type.Optional(digest),
  createdAt: Type.String(),
  /** Digest of all that went in; the same again would give the same site. */
  fingerprint: Type.String(),
  publicUrl: Type.String(),
  /** What its pages tell visitors. */
  settings: siteSettingsSchema,
  releases: Type.Record(
    Type.String(),
    Type.Object({
      version: Type.String(),
      digest: Type.String(),
      /** When a composition first had this release. */
      liveSince: Type.String(),
      /** Fingerprint of the key that had signed it; absent for a package that never had one. */
      signedBy: Type.Optional(Type.String()),
    }),
  ),
  /** All headers that its documents are sent with: most pages have the same. */
  headers: Type.Array(Type.Record(Type.String(), Type.String())),
  /** Package → where the documents of its pages are, and all that those were made of. */
  packs: Type.Record(Type.String(), packedPagesSchema),
  /** Where the documents are that belong to no package. */
  indexPacks: Type.Array(digest),
  pages: Type.Record(Type.String(), pageSchema),
  /** What is no page, by address: `/robots.txt`, `/sitemap.xml`, and where the files of all packages are. */
  indexes: Type.Record(Type.String(), documentSchema),
  /** For any other path directly below `below`, this page is served. */
  fallbacks: Type.Array(Type.Object({ below: Type.String(), page: Type.String() })),
  publicFiles: Type.Record(Type.String(), publicFileSchema),
  /** By package, for the API: the price list of the catalog, for example. */
  data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  /** Violations of its pages that a person let pass; see `rules/`. */
  allowed: Type.Optional(Type.Array(Type.String())),
})

type StoredComposition = Static<typeof compositionSchema>
type WithHeaders<Document> = Omit<Document, 'headers'> & { headers: Headers }
type StoredPage = Static<typeof pageSchema>

export type ComposedDocument = WithHeaders<Static<typeof documentSchema>>
export type ComposedPage = WithHeaders<Omit<StoredPage, 'variants'>> & {
  variants?: { parameter: string; values: Record<string, ComposedDocument> }
}
export type PackedPages = Static<typeof packedPagesSchema>
/** One whole site: which releases it is made of, and every page rendered from them. */
export type Composition = Omit<StoredComposition, 'headers' | 'pages' | 'indexes'> & {
  pages: Record<string, ComposedPage>
  indexes: Record<string, ComposedDocument>
}

const checker = Compile(compositionSchema)

/** @throws Error when the composition is missing, is not one of ours, or is not what an operator has signed. */
export async function readComposition(folders: CompositionFolders, number: number): Promise<Composition> {
  const json = await readCheckedJson(folders, number, folders.composition(number))
  const file = path.join(folders.composition(number), COMPOSITION_FILE)
  return parseComposition(json, file)
}

/** A composition of another version of this program, which cannot be shown or gone back to. */
export class OtherFormat extends Refusal {
  constructor(source: string, format: number) {
    super(`${source} has format ${format}, and this program reads ${FORMAT}: activate all releases of the site again`)
  }
}

/** @throws Error when it is not one of ours; {@link OtherFormat} when it is one of another version of this program */
export function parseComposition(json: string, source: string): Composition {
  const value = parseOwnFormat(json, source)
  if (!checker.Check(value)) throw new Error(`${source} is not a valid composition`)
  const { headers: all, pages, indexes, ...rest } = value
  const withHeaders = <Document extends { headers: number }>(document: Document): WithHeaders<Document> => {
    const headers = all[document.headers]
    if (!headers) throw new Error(`${source} is not a valid composition: it lacks headers`)
    return { ...document, headers }
  }
  const pageOf = ({ variants, ...page }: StoredPage): ComposedPage => ({
    ...withHeaders(page),
    ...(variants && { variants: { ...variants, values: mapValues(variants.values, withHeaders) } }),
  })
  return { ...rest, pages: mapValues(pages, pageOf), indexes: mapValues(indexes, withHeaders) }
}

/** @throws OtherFormat */
export function parseOwnFormat(json: string, source: string): unknown {
  const value: unknown = JSON.parse(json)
  const format: unknown = Object(value).format
  if (format !== FORMAT && Number.isInteger(format)) throw new OtherFormat(source, Number(format))
  return value
}

/** The bytes that are kept and signed. */
export function serialiseComposition({ pages, indexes, ...rest }: Composition): string {
  const places = new Map<string, number>()
  const withPlace = <Document extends { headers: Headers }>(document: Document) => {
    const json = JSON.stringify(document.headers)
    const place = places.get(json) ?? places.size
    places.set(json, place)
    return { ...document, headers: place }
  }
  const pageOf = ({ variants, ...page }: ComposedPage): StoredPage => ({
    ...withPlace(page),
    ...(variants && { variants: { ...variants, values: mapValues(variants.values, withPlace) } }),
  })
  const placed = { pages: mapValues(pages, pageOf), indexes: mapValues(indexes, withPlace) }
  const headers: Headers[] = [...places.keys()].map((json) => JSON.parse(json))
  const stored: StoredComposition = { ...rest, ...placed, headers }
  return JSON.stringify(stored)
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

/** Strong entity tag of a document, without quotes. */
export function entityTagOf({ sha256: digest }: Pick<ComposedDocument, 'sha256'>): string {
  return digest.slice(0, 20)
}

/**
 * The bytes of a composition that was signed for this number, wherever its folder stands for now.
 * @throws Refusal when nobody who is believed here has signed them
 */
export async function readCheckedJson(folders: CompositionFolders, number: number, folder: string): Promise<string> {
  const json = await readFile(path.join(folder, COMPOSITION_FILE), 'utf8')
  const signature = await readFile(path.join(folder, COMPOSITION_SIGNATURE_FILE), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
  await folders.checkComposition(number, json, signature)
  return json
}

/** Numbers of the kept compositions, newest first. */
export async function listCompositions(folders: CompositionFolders): Promise<number[]> {
  const names = await readdir(folders.compositions).catch(() => [])
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((a, b) => b - a)
}

/** Package → version of what it is made of. */
export function versionsOf(composition: Pick<Composition, 'releases'> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(composition?.releases ?? {}).map(([name, it]) => [name, it.version]))
}
