/** Small documents, blobs and the audit log, in a folder (`file/`) or in PostgreSQL (`postgres/`). */
import type { Lease } from '@platform/base/lease/lease'
import type { NamedFile } from '@platform/compose/composition/blob-files'
import type { Pointer } from '../model/pointer'
import type { SignedPointer } from '../model/signed-pointer'

const KINDS = ['composition', 'pin', 'release'] as const
export type Kind = (typeof KINDS)[number] | 'document'

/** A small document; `signature` is the operator's. */
export type Row = {
  /** `settings.json`, `composition/17`, `release/catalog@1.6.0` or `pin/catalog@1.6.0`. */
  name: string
  content: string
  /** Another one for other content; counts up in a database. */
  revision: number
  signature: string | null
  /** Digest of a release's archive. */
  archive?: string | null
}

export type LiveRow = {
  /** 0 before anything was live. */
  revision: number
  pointer: Pointer | undefined
  /** Composition that every origin must hold before it goes live. */
  prepared: number | undefined
  /** Revisions of the documents by name. */
  documents: Readonly<Record<string, number>>
  signed: SignedPointer | undefined
}

/** With `live` all or nothing in a database; else row by row. */
export type Swap = {
  /** Moves the pointer to a kept composition, if its revision still is `from`. */
  live?: { from: number; next: number; pointer: Pointer; signed?: SignedPointer | undefined }
  prepared?: number | null
  rows?: readonly Row[]
  /** Expected revisions by name; 0: absent. */
  unchanged?: Readonly<Record<string, number>>
  /** Archive of the row's release. */
  archive?: NamedFile
}

/** Seconds of silence after which an origin has died. */
export const ORIGIN_SILENT_S = 5

export type OriginReport = {
  id: string
  name: string
  available: readonly number[]
  attempted: number | undefined
  error: string | undefined
  isOwnError: boolean
  serving: number | undefined
  /** Why other origins serve its visitors. */
  outOfService: string | undefined
}
export type OriginStatus = OriginReport & {
  /** ISO 8601. */
  startedAt: string
  lastSeenSeconds: number
}

export type Polled = {
  now: Date
  live: LiveRow
  /** `undefined` with one machine. */
  origins: OriginStatus[] | undefined
  holder: { operator: string; since: Date; lastSeenSeconds: number } | undefined
  unknownMigrations: readonly string[]
}

export type StoreLine = { number: number; line: string }

export interface SiteStore {
  /** Finds rows by kind or one by its name. A list of compositions has digests in place of contents. */
  read: (name: string) => Promise<Row[]>
  /** Compare and swap. @returns whether it was done */
  swap: (swap: Swap) => Promise<boolean>
  /** Deletes rows that are not live and, if `named` is given, blobs that neither it nor a release names. */
  drop: (names: readonly string[], named?: ReadonlySet<string>) => Promise<void>
  /** @returns why blobs are missing or, if thorough, damaged, by digest */
  findDamage: (digests: readonly string[], isThorough?: boolean) => Promise<Map<string, string>>
  /** Yields some at a time. @throws Refusal for a missing or damaged blob */
  getBlobs: (digests: readonly string[]) => AsyncGenerator<NamedFile[], void>
  putBlobs: (blobs: readonly NamedFile[]) => Promise<void>
  /** Lines of the audit log after a number, which counts from 1; the last for −1. */
  readLines: (after: number) => Promise<StoreLine[]>
  /** Appends durably, if `after` is still the last line. @returns whether it was */
  addLines: (after: number, lines: readonly string[]) => Promise<boolean>
  /** Reads what changes, and reports the origin that asks. */
  poll: (own?: OriginReport, isLeaving?: boolean) => Promise<Polled>
  /** Runs one change at a time. */
  lease: <T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>) => Promise<T>
}

/** `release/catalog@1.6.0` → `release` and `catalog@1.6.0` */
export function splitName(name: string): [Kind, string] {
  const kind = KINDS.find((it) => name.startsWith(`${it}/`))
  return kind ? [kind, name.slice(kind.length + 1)] : ['document', name]
}

/** `catalog@1.6.0` → `catalog` and `1.6.0` */
export function splitVersion(name: string): [string, string] {
  const at = name.lastIndexOf('@')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** Newest first. */
export function numbersIn(rows: readonly Row[]): number[] {
  const numbers = rows.map(({ name }) => Number(splitName(name)[1])).filter((number) => number > 0)
  return numbers.sort((a, b) => b - a)
}

export async function listNumbers(store: SiteStore): Promise<number[]> {
  return numbersIn(await store.read('composition'))
}
