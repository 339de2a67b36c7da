import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { siteSettingsSchema } from '../settings/site-settings'
import { COMPOSITION_FILE, type CompositionFolders, readCheckedJson } from './composition-folder'
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

const publicFileSchema = Type.Object({
  package: Type.String(),
  version: Type.String(),
  file: Type.String({ pattern: '^public/' }),
})

const packagePagesSchema = Type.Object({
  /** Digest of all inputs of its documents, including the rendering program. */
  key: digestSchema,
  list: digestSchema,
  /** Digest of its `KnownDocument` list. */
  known: digestSchema,
})

const outlineSchema = Type.Object({
  format: Type.Literal(FORMAT),
  number: Type.Integer({ minimum: 1 }),
  /** Served by signed link only: its documents have a ribbon, and it can never become live. */
  isPreview: Type.Optional(Type.Boolean()),
  createdAt: Type.String(),
  /** Digest of all inputs: equal inputs give an equal site. */
  fingerprint: Type.String(),
  publicUrl: Type.String(),
  settings: siteSettingsSchema,
  releases: Type.Record(
    Type.String(),
    Type.Object({
      version: Type.String(),
      digest: Type.String(),
      liveSince: Type.String(),
      signedBy: Type.Optional(Type.String()),
    }),
  ),
  finish: Type.Object({ quality: Type.Integer(), added: Type.String() }),
  /** Digest of all inputs of the headers except the pages. Equal keys allow the reuse of page lists. */
  headersKey: digestSchema,
  packages: Type.Record(Type.String(), packagePagesSchema),
  headers: headersSchema,
  /** Documents that are no pages: `/robots.txt`, `/sitemap.xml`, the list of browser files. */
  indexes: Type.Record(Type.String(), storedDocumentSchema),
  menu: Type.Optional(Type.String()),
  publicFiles: Type.Record(Type.String(), publicFileSchema),
  data: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  brokenBlocks: Type.Optional(Type.Array(Type.String())),
  /** Keys of violations that a person allowed. */
  allowed: Type.Optional(Type.Array(Type.String())),
})
const checker = Compile(outlineSchema)

type StoredOutline = Static<typeof outlineSchema>
export type PackagePages = Static<typeof packagePagesSchema>
export type Finish = StoredOutline['finish']

/** Signed part of a composition; it names page lists by digest. */
export type CompositionOutline = Omit<StoredOutline, 'headers' | 'indexes'> & {
  indexes: Record<string, ComposedDocument>
}

class OtherFormat extends Refusal {
  constructor(source: string, format: number) {
    super(`${source} has format ${format}, and this program reads ${FORMAT}: activate all releases of the site again`)
  }
}

export async function readOutline(folders: CompositionFolders, number: number): Promise<CompositionOutline> {
  const folder = folders.composition(number)
  const json = await readCheckedJson(folders, number, folder)
  return parseOutline(json, path.join(folder, COMPOSITION_FILE))
}

export async function readOutlines(
  folders: CompositionFolders,
  numbers: readonly number[],
): Promise<CompositionOutline[]> {
  const outlines = await Promise.all(numbers.map((number) => readOutline(folders, number).catch(() => undefined)))
  return outlines.filter((it) => it !== undefined)
}

/** @returns `undefined` for another format, which is not comparable */
export function findOutline(folders: CompositionFolders, number: number): Promise<CompositionOutline | undefined> {
  return readOutline(folders, number).catch((error: unknown) => {
    if (error instanceof OtherFormat) return undefined
    throw error
  })
}

export function parseOutline(json: string, source: string): CompositionOutline {
  const value: unknown = JSON.parse(json)
  const format: unknown = Object(value).format
  if (format !== FORMAT && Number.isInteger(format)) throw new OtherFormat(source, Number(format))
  if (!checker.Check(value)) throw new Error(`${source} is not a valid composition`)
  const { headers, indexes, ...rest } = value
  return { ...rest, indexes: mapValues(indexes, findHeaders(headers)) }
}

export function serialiseOutline({ indexes, ...rest }: CompositionOutline): string {
  const { all, place } = placeHeaders()
  const stored: StoredOutline = { ...rest, indexes: mapValues(indexes, place), headers: all }
  return JSON.stringify(stored)
}

type Released = { releases: Readonly<Record<string, { version: string }>> }

export function versionsOf(composition: Released | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(composition?.releases ?? {}).map(([name, it]) => [name, it.version]))
}
