/** Decides what is live, as `file/` (one folder) or `postgres/` (several machines). Only `moveLive` changes it. */
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

/** Seconds of silence after which an origin has died. */
export const ORIGIN_SILENT_S = 5

export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }

export type LiveState = {
  revision: string
  pointer: Pointer | undefined
  documents: Readonly<Record<string, string>>
}

/** Absent for an undo. */
export type MoveOptions = {
  /** New composition: every origin must hold it, and settings and keys must be unchanged. */
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

/** Oldest first. */
export type AuditLog = {
  /** @param after line number */
  read: (after?: number) => Promise<string[]>
  /** Appends durably, one caller at a time. */
  append: (next: (last: string | undefined) => string) => Promise<AuditLine>
  signatures: Signatures
  /** On this machine's disk, out of reach of an attacker with the store. */
  head: { read: () => Promise<AuditHead | undefined>; write: (head: AuditHead) => Promise<void> }
}

export type StoreProblem = { code: string; level: 'problem' | 'warning'; what: string; todo: string }

export type ReleaseName = { package: string; version: string }
export type Pruned = { compositions: number[]; releases: string[] }
export type PruneChoice = {
  /** Called while nothing can change what is live. */
  compositions: (live: Pointer | undefined, kept: readonly number[]) => number[]
  /** Called after their deletion. */
  releases: () => Promise<readonly ReleaseName[]>
}

/** `isVouching`: also what lacks a trusted signature. */
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

export interface SiteStore {
  readonly copy: SiteCopy
  readonly audit: AuditLog
  readonly health: HealthStore
  readonly isShared: boolean
  /**
   * @returns problems
   * @throws Error when the database is unreachable
   */
  refresh: (scope: 'live' | 'all') => Promise<readonly string[]>
  live: () => Promise<LiveState>
  now: () => Promise<Date>
  /** Compare and swap. */
  moveLive: (from: LiveState, change: PointerChange, options?: MoveOptions) => Promise<LiveState>
  /** Runs one change at a time, in an up-to-date copy. */
  exclusive: <T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>) => Promise<T>
  readDocument: <Name extends keyof SiteDocuments>(name: Name) => Promise<SiteDocuments[Name] | undefined>
  /** Compare and swap of a document, without waiting for other operators. */
  changeDocument: <Name extends keyof SiteDocuments>(
    name: Name,
    change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
  ) => Promise<SiteDocuments[Name]>
  /** Newest first. */
  compositions: () => Promise<number[]>
  /** Never used before. */
  nextNumber: () => Promise<number>
  /** Without pages; leaves the copy unchanged. */
  readComposition: (number: number) => Promise<CompositionOutline>
  /**
   * Verifies in place.
   * @param shown is live; shared parts are not checked
   */
  verifyComposition: (composition: CompositionOutline, shown?: CompositionOutline) => Promise<void>
  ensureComposition: (number: number) => Promise<Composition>
  /** Shares a release from the copy. */
  addRelease: (name: string, version: string) => Promise<void>
  /** @returns the first integrity */
  pinIntegrity: (name: string, version: string, integrity: string) => Promise<string>
  /** Within `exclusive` only. @returns the names */
  signAll: (signer: Signer, options: SignOptions) => Promise<string[]>
  /** Within `exclusive` only. */
  prune: (choice: PruneChoice) => Promise<Pruned>
  /** `undefined` with one machine. */
  origins: () => Promise<OriginStatus[] | undefined>
  check: () => Promise<StoreProblem[]>
  /** `undefined` when the copy is the site. */
  follow: (listener: FollowListener) => Following | undefined
  close: () => Promise<void>
}

export type SiteCopy = SiteLayout & {
  signatures: Signatures
  /** @throws Refusal unless signed */
  checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  readPointer: () => Promise<Pointer | undefined>
  readSettings: () => Promise<SiteSettings | undefined>
  readKeys: () => Promise<TeamKeys>
  readPreviewKey: () => Promise<string | undefined>
  readPin: (name: string, version: string) => Promise<string | undefined>
  /** Of the running origin, else of this program. */
  readApiCalls: () => Promise<ApiCalls>
  /**
   * Not every file system reports changes.
   * @returns a function that stops
   */
  watchPointer: (onChange: () => void) => () => void
}
