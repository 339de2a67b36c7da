import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { siteSettingsSchema } from '../settings/site-settings'
import { COMPOSITION_FILE, type CompositionFolders, readCheckedJson } from './composition-folder'
import { type Copies, unpackPacks, withCopies } from './format-4'
import {
  type ComposedDocument,
  digestSchema,
  findHeaders,
  headersSchema,
  mapValues,
  placeHeaders,
  storedDocumentSchema,
} from './stored-headers'

const FORMAT = 5
const PACKED_FORMAT = 4

type PackedOutline = { packs?: Record<string, { digests: string[] }>; indexPacks?: unknown; indexes?: unknown }

const publicFileSchema = Type.Object({
  package: Type.String(),
  version: Type.String(),
  file: Type.String({ pattern: '^public/' }),
})

const packagePagesSchema = Type.Object({
  /** Digest of everything that its documents were rendered from, and of the program that did it. */
  key: digestSchema,
  /** Digest of the list of its pages. */
  list: digestSchema,
  /** Digest of what is known of its documents. */
  known: digestSchema,
})

const outlineSchema = Type.Object({
  format: Type.Literal(FORMAT),
  number: Type.Integer({ minimum: 1 }),
  /** Made to be looked at by a link; its documents say so, and it can never be live. */
  isPreview: Type.Optional(Type.Boolean()),
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
  /** What was done to each page after it was rendered: Brotli's quality, and the text that was added. */
  finish: Type.Object({ quality: Type.Integer(), added: Type.String() }),
  /** Digest of all that the headers of its pages are made with besides the pages: where it is the same, so are their lists. */
  headersKey: digestSchema,
  /** Package → where its pages are listed, and all that they were made of. */
  packages: Type.Record(Type.String(), packagePagesSchema),
  /** Of a composition of format 4: the packs of each package, and of the documents in `indexes`. */
  packed: Type.Optional(
    Type.Object({ packs: Type.Record(Type.String(), Type.Array(digestSchema)), indexPacks: Type.Array(digestSchema) }),
  ),
  /** Of the documents in `indexes`. */
  headers: headersSchema,
  /** What is no page, by address: `/robots.txt`, `/sitemap.xml`, and where the files of all packages are. */
  indexes: Type.Record(Type.String(), storedDocumentSchema),
  publicFiles: Type.Record(Type.String(), publicFileSchema),
  /** By package, for the API: the price list of the catalog, for example. */
  data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  /** Violations of its pages that a person let pass; see `rules/`. */
  allowed: Type.Optional(Type.Array(Type.String())),
})
const checker = Compile(outlineSchema)

type StoredOutline = Static<typeof outlineSchema>
export type PackagePages = Static<typeof packagePagesSchema>
export type Finish = StoredOutline['finish']

/** What a composition says besides its pages: all that is signed. Each package's pages are listed in a file that it names. */
export type CompositionOutline = Omit<StoredOutline, 'headers' | 'indexes'> & {
  indexes: Record<string, ComposedDocument>
}

/** A composition of another version of this program, which cannot be shown or gone back to. */
export class OtherFormat extends Refusal {
  constructor(source: string, format: number) {
    super(`${source} has format ${format}, and this program reads ${FORMAT}: activate all releases of the site again`)
  }
}

/** @throws Error when the composition is missing, is not one of ours, or is not what an operator has signed */
export async function readOutline(folders: CompositionFolders, number: number): Promise<CompositionOutline> {
  const folder = folders.composition(number)
  const json = await readCheckedJson(folders, number, folder)
  const source = path.join(folder, COMPOSITION_FILE)
  const outline = parseOutline(json, source)
  if (!outline.packed) return outline
  const copies = await unpackPacks(folders, outline.packed.indexPacks).catch(() => undefined)
  return parseOutline(json, source, copies)
}

/**
 * @param copies of the indexes of a composition of format 4, which has none without
 * @throws Error when it is not one of ours; {@link OtherFormat} when it is one of another version of this program
 */
export function parseOutline(json: string, source: string, copies?: Copies): CompositionOutline {
  const read: unknown = JSON.parse(json)
  const format: unknown = Object(read).format
  const value = format === PACKED_FORMAT ? upgrade(Object(read), copies) : read
  if (format !== PACKED_FORMAT && format !== FORMAT && Number.isInteger(format)) {
    throw new OtherFormat(source, Number(format))
  }
  if (!checker.Check(value)) throw new Error(`${source} is not a valid composition`)
  const { headers, indexes, ...rest } = value
  return { ...rest, indexes: mapValues(indexes, findHeaders(headers)) }
}

/** A composition of format 4 as one of this. */
function upgrade({ packs = {}, indexPacks, indexes, ...rest }: PackedOutline, copies: Copies | undefined): unknown {
  return {
    ...rest,
    format: FORMAT,
    packages: packs,
    packed: { packs: mapValues(packs, ({ digests }) => digests), indexPacks },
    indexes: copies ? withCopies(indexes, copies) : {},
  }
}

/** The bytes that are kept and signed. */
export function serialiseOutline({ indexes, ...rest }: CompositionOutline): string {
  const { all, place } = placeHeaders()
  const stored: StoredOutline = { ...rest, indexes: mapValues(indexes, place), headers: all }
  return JSON.stringify(stored)
}

/** Package → version of what it is made of. */
export function versionsOf(composition: Pick<CompositionOutline, 'releases'> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(composition?.releases ?? {}).map(([name, it]) => [name, it.version]))
}
