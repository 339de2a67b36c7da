import type { Lease } from '@platform/base/lease/lease'
import type { Composition } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import type { AuditLog } from '../audit/audit-log'
import type { HealthStore } from '../model/health-figures'
import type { Pointer, PointerChange } from '../model/pointer'
import type { Signer } from '../signatures/signatures'
import type { DocumentName, SiteDocuments } from '../store/documents'
import type { SiteCopy } from '../store/file/file-copy'
import type { OriginStatus } from '../store/site-store'

export type LiveState = {
  revision: number
  pointer: Pointer | undefined
  /** Revisions by row name. */
  documents: Readonly<Record<string, number>>
}

/** Absent for an undo. */
export type MoveOptions = {
  /** New composition: every origin must hold it, and settings and keys must be unchanged. */
  newcomer?: number | undefined
  documents?: Partial<SiteDocuments> | undefined
}

export type StoreProblem = { code: string; level: 'problem' | 'warning'; what: string; todo: string }

export type ReleaseName = { package: string; version: string }
export type Pruned = { compositions: number[]; releases: string[] }
export type PruneChoice = {
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

/** Releases, compositions, documents and the pointer of a site. Only `moveLive` changes what is live. */
export interface Site {
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
  readDocument: <Name extends DocumentName>(name: Name) => Promise<SiteDocuments[Name] | undefined>
  /** Compare and swap of a document, without waiting for other operators. */
  changeDocument: <Name extends DocumentName>(
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
