/**
 * Who decides what is live: the site's store, in one of two forms, `file/` (one folder) and `postgres/` (any number of
 * machines). `moveLive` is the only way to change it.
 */
import type { Lease } from '@platform/base/lease/lease'
import type { Composition } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { ApiCalls } from '@platform/release/contract/calls/compare-calls'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import type { HealthStore } from '../model/health-figures'
import type { Pointer, PointerChange } from '../model/pointer'
import type { SiteLayout } from '../model/site-layout'
import type { Signatures, Signer } from '../signatures/signatures'

/** Seconds after which an origin that was not seen has died. */
export const ORIGIN_SILENT_S = 5

/** Small documents of a site that are the same on every machine. */
export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }

/** A change must start from these revisions. */
export type LiveState = {
  revision: string
  pointer: Pointer | undefined
  documents: Readonly<Record<string, string>>
}

/** An undo has none of these. */
export type MoveOptions = {
  /** New to visitors: every origin holds it first, and settings and keys must be unchanged. */
  newcomer?: number | undefined
  documents?: Partial<SiteDocuments> | undefined
}

export type OriginStatus = {
  name: string
  serving: number | undefined
  available: number[]
  /** ISO 8601. */
  startedAt: string
  lastSeenSeconds: number
  error: string | undefined
  /** Why other origins serve its visitors. */
  outOfService: string | undefined
}

/** Counts from 1. */
export type AuditLine = { number: number; line: string }

export type AuditHead = { number: number; digest: string }

/** The oldest first. */
export type AuditLog = {
  /** @param after the number of a line */
  read: (after?: number) => Promise<string[]>
  /** Appends durably; of several at once each gets its turn. */
  append: (next: (last: string | undefined) => string) => Promise<AuditLine>
  signatures: Signatures
  /** On this machine's disk, out of reach for an attacker who changes the store. */
  head: { read: () => Promise<AuditHead | undefined>; write: (head: AuditHead) => Promise<void> }
}

export type StoreProblem = { code: string; level: 'problem' | 'warning'; what: string; todo: string }

export type ReleaseName = { package: string; version: string }
export type Pruned = { compositions: number[]; releases: string[] }
export type PruneChoice = {
  /** Called while nothing can change what is live. */
  compositions: (live: Pointer | undefined, kept: readonly number[]) => number[]
  /** Called when those are gone. */
  releases: () => Promise<readonly ReleaseName[]>
}

/** `isVouching`: also what no trusted key has signed. */
export type SignOptions = { isVouching: boolean }

export type Log = Record<'warn' | 'error', (details: object, message: string) => void>

export type FollowListener = {
  refresh: () => Promise<void>
  serving: () => number | undefined
  failure: () => string | undefined
  log: Log
}

export type Following = {
  isConnected: () => boolean
  outOfService: () => string | undefined
  close: () => Promise<void>
}

/** What a site has and what is live. `file/` is one folder, `postgres/` a database that several machines share. */
export interface SiteStore {
  readonly copy: SiteCopy
  readonly audit: AuditLog
  readonly health: HealthStore
  readonly isShared: boolean
  /** Brings the copy up to date. @returns problems. @throws Error when the database is away */
  refresh: (scope: 'live' | 'all') => Promise<readonly string[]>
  live: () => Promise<LiveState>
  now: () => Promise<Date>
  /** Compare and swap from `from`. @throws Refusal when it was changed, or an origin cannot hold what is new */
  moveLive: (from: LiveState, change: PointerChange, options?: MoveOptions) => Promise<LiveState>
  /** One change at a time, in a copy that is up to date. @throws Refusal naming the holder */
  exclusive: <T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>) => Promise<T>
  readDocument: <Name extends keyof SiteDocuments>(name: Name) => Promise<SiteDocuments[Name] | undefined>
  /** Changes a document by compare-and-swap, without waiting for other operators. */
  changeDocument: <Name extends keyof SiteDocuments>(
    name: Name,
    change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
  ) => Promise<SiteDocuments[Name]>
  /** Newest first. */
  compositions: () => Promise<number[]>
  /** Never used before. */
  nextNumber: () => Promise<number>
  /** Without its pages; the copy stays as it is. */
  readComposition: (number: number) => Promise<CompositionOutline>
  /** Verifies where they are kept. @param shown is live: parts that both share are not checked */
  verifyComposition: (composition: CompositionOutline, shown?: CompositionOutline) => Promise<void>
  /** Brings it and its releases into the copy. */
  ensureComposition: (number: number) => Promise<Composition>
  /** Shares a release that was published into the copy. */
  addRelease: (name: string, version: string) => Promise<void>
  /** @returns the integrity that was kept first */
  pinIntegrity: (name: string, version: string, integrity: string) => Promise<string>
  /** Within `exclusive` only. @returns the names */
  signAll: (signer: Signer, options: SignOptions) => Promise<string[]>
  /** Within `exclusive` only. */
  prune: (choice: PruneChoice) => Promise<Pruned>
  /** `undefined` with one machine. */
  origins: () => Promise<OriginStatus[] | undefined>
  check: () => Promise<StoreProblem[]>
  /** `undefined` where the copy is the site. */
  follow: (listener: FollowListener) => Following | undefined
  close: () => Promise<void>
}

export type KnownApi = {
  calls: ApiCalls
  of: 'running' | 'program'
}

/** A site as it stands on this machine's disk. */
export type SiteCopy = SiteLayout & {
  signatures: Signatures
  /** @throws Refusal unless signed */
  checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  readPointer: () => Promise<Pointer | undefined>
  readSettings: () => Promise<SiteSettings | undefined>
  readKeys: () => Promise<TeamKeys>
  readPreviewKey: () => Promise<string | undefined>
  readPin: (name: string, version: string) => Promise<string | undefined>
  readApiCalls: () => Promise<KnownApi>
  /** Returns the way to stop. Not every file system reports changes. */
  watchPointer: (onChange: () => void) => () => void
}
