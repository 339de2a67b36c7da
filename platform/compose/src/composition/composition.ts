import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { siteSettingsSchema } from '../settings/site-settings'

export const COMPOSITION_FILE = 'composition.json'
/** The operator's signature of it, in base64; its digests speak for every other file. */
export const COMPOSITION_SIGNATURE_FILE = 'composition.sig'

/** Where the compositions of a site stand. */
export type CompositionFolders = TemporaryFolder & {
  compositions: string
  composition: (number: number) => string
  /** @throws Refusal unless somebody who is believed here has signed these bytes as the composition of this number */
  checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
}

const headers = Type.Record(Type.String(), Type.String())
const documentSchema = Type.Object({
  /** Below the composition's folder; `.br` and `.gz` stand beside it. */
  file: Type.String({ pattern: '^pages/' }),
  sha256: Type.String(),
  /** Strong, of the uncompressed content, without quotes. */
  etag: Type.String(),
  headers,
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

const compositionSchema = Type.Object({
  format: Type.Literal(1),
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

/** One whole site: which releases it is made of, and every page rendered from them. */
export type Composition = Static<typeof compositionSchema>
export type ComposedDocument = Static<typeof documentSchema>
export type ComposedPage = Static<typeof pageSchema>

const checker = Compile(compositionSchema)

/** @throws Error when the composition is missing, is not one of ours, or is not what an operator has signed. */
export async function readComposition(folders: CompositionFolders, number: number): Promise<Composition> {
  const json = await readCheckedJson(folders, number, folders.composition(number))
  const file = path.join(folders.composition(number), COMPOSITION_FILE)
  return parseComposition(json, file)
}

/** @throws Error when it is not one of ours. */
export function parseComposition(json: string, source: string): Composition {
  const value: unknown = JSON.parse(json)
  if (!checker.Check(value)) throw new Error(`${source} is not a valid composition`)
  return value
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
export function versionsOf(composition: Composition | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(composition?.releases ?? {}).map(([name, it]) => [name, it.version]))
}
