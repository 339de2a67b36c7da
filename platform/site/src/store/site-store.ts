/**
 * Who decides what is live: the site's store, in one of two forms, `file/` (one folder) and `postgres/` (any number of
 * machines). `moveLive` is the only way to change it.
 */

import type { Lease } from '@platform/base/lease/lease'
import type { Composition } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import type { HealthStore } from '../model/health-figures'
import type { Pointer, PointerChange } from '../model/pointer'
import type { Signatures, Signer } from '../signatures/signatures'
import type { SiteCopy } from './site-copy'

/** Seconds after which an origin that was not seen has died. */
export const ORIGIN_SILENT_S = 5

/** Small documents of a site that are the same on every machine. */
export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }

/** What is live, and the revisions a change of it must start from: its own, and those of the documents that there are. */
export type LiveState = {
  revision: string
  pointer: Pointer | undefined
  /** By the name of the document's file. */
  documents: Readonly<Record<string, string>>
}

/** What comes with a change of the pointer. An undo has none of it, and waits for nobody. */
export type MoveOptions = {
  /**
   * A composition that is new to visitors: every origin that serves holds it before the pointer moves, and neither settings
   * nor keys may have changed since `from` was read.
   */
  newcomer?: number | undefined
  /** Documents that change at the same moment, from what they were at `from`. */
  documents?: Partial<SiteDocuments> | undefined
}

/** An origin that was seen within a day and did not say that it stops. */
export type OriginStatus = {
  name: string
  /** Composition it gives to visitors as the live one. */
  serving: number | undefined
  /** Compositions it has whole. */
  available: number[]
  /** Since when it runs; ISO 8601. */
  startedAt: string
  /** Seconds since it was seen. */
  lastSeenSeconds: number
  /** What it cannot do. */
  error: string | undefined
  /** Why it gives its visitors to the others; `undefined` while it serves. */
  outOfService: string | undefined
}

/** One line of the audit log; numbers count from 1. */
export type AuditLine = { number: number; line: string }

/** The last entry of the audit log that a machine has seen. */
export type AuditHead = { number: number; digest: string }

/** Where the lines of the audit log are kept, the oldest first. */
export type AuditLog = {
  /** @param after only what comes after the line of this number */
  read: (after?: number) => Promise<string[]>
  /** Adds the line that is made of the last one, for good when this returns; of any number at once each gets its turn. */
  append: (next: (last: string | undefined) => string) => Promise<AuditLine>
  /** Who signs its entries here, and whose signature is believed. */
  signatures: Signatures
  /** On this machine's disk, where nobody reaches it who changes the store. */
  head: { read: () => Promise<AuditHead | undefined>; write: (head: AuditHead) => Promise<void> }
}

/** What is wrong with what all machines share, by a stable code. */
export type StoreProblem = { code: string; level: 'problem' | 'warning'; what: string; todo: string }

export type ReleaseName = { package: string; version: string }
export type Pruned = { compositions: number[]; releases: string[] }
export type PruneChoice = {
  /** Asked while nobody can change what is live. */
  compositions: (live: Pointer | undefined, kept: readonly number[]) => number[]
  /** Asked when those have gone. */
  releases: () => Promise<readonly ReleaseName[]>
}

/** `isVouching`: also what nobody has signed who is believed. */
export type SignOptions = { isVouching: boolean }

/** The part of a log that a store needs. */
export type Log = Record<'warn' | 'error', (details: object, message: string) => void>

export type FollowListener = {
  /** Lets the origin look at its copy again: what it may serve, and what is live. */
  refresh: () => Promise<void>
  /** Number of the composition visitors get from this origin. */
  serving: () => number | undefined
  /** Why what is live could not be loaded; `undefined` when it could. */
  failure: () => string | undefined
  log: Log
}

export type Following = {
  /** Whether what says what is live was seen lately. */
  isConnected: () => boolean
  /** Why this origin gives its visitors to the others, which show what is live; `undefined` while it serves. */
  outOfService: () => string | undefined
  close: () => Promise<void>
}

/**
 * Who decides what a site has and what is live. Two forms keep the same promises: one folder, or a PostgreSQL database
 * that any number of machines share (`file/`, `postgres/`; one suite of tests runs on both).
 */
export interface SiteStore {
  /** This machine's disk. */
  readonly copy: SiteCopy
  readonly audit: AuditLog
  /** What all origins have counted. */
  readonly health: HealthStore
  /** True when several machines share the site, and `copy` is one of many. */
  readonly isShared: boolean
  /**
   * Brings the copy up to date: what is live and the documents alone, or releases and compositions too.
   * @throws Error when the database is away
   */
  refresh: (scope: 'live' | 'all') => Promise<readonly string[]>
  live: () => Promise<LiveState>
  /** The time that all machines of the site go by. */
  now: () => Promise<Date>
  /**
   * Changes what visitors get, at once. Waits for no other operator, and for origins only where something is new to visitors.
   * @param from what the decision was made on
   * @throws Refusal when something else was changed since, or an origin that serves cannot hold what is new
   */
  moveLive: (from: LiveState, change: PointerChange, options?: MoveOptions) => Promise<LiveState>
  /**
   * One change at a time of what the site has, across processes and machines, begun with the copy brought up to date.
   * @param action what is being done, for whoever is refused meanwhile: `activate catalog@1.6.0`
   * @throws Refusal that says who is changing the site now
   */
  exclusive: <T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>) => Promise<T>
  /** A document as it is in the store; `undefined` when there is none yet. */
  readDocument: <Name extends keyof SiteDocuments>(name: Name) => Promise<SiteDocuments[Name] | undefined>
  /**
   * Makes a document of what it is at that moment; of any number at once each gets its turn. Waits for no other operator.
   * @throws what `change` throws; then nothing is changed
   */
  changeDocument: <Name extends keyof SiteDocuments>(
    name: Name,
    change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
  ) => Promise<SiteDocuments[Name]>
  /** Numbers of the kept compositions, the newest first. */
  compositions: () => Promise<number[]>
  /** A number that no composition of any machine has had. */
  nextNumber: () => Promise<number>
  /** What a kept composition says of itself, but for its pages; nothing of it comes into the copy. @throws when it cannot be read */
  readComposition: (number: number) => Promise<CompositionOutline>
  /**
   * Looks at the pages and the releases of a kept composition where they are kept; nothing comes into the copy.
   * @param shown what visitors get: what both are made of is not looked at
   * @throws Refusal naming the first that is missing or changed
   */
  verifyComposition: (composition: CompositionOutline, shown?: CompositionOutline) => Promise<void>
  /** A kept composition, with its releases in the copy. @throws when it is damaged or gone */
  ensureComposition: (number: number) => Promise<Composition>
  /** Lets every machine have a release that was published into the copy. */
  addRelease: (name: string, version: string) => Promise<void>
  /** Keeps the integrity a version was first seen with; gives the one that is kept. */
  pinIntegrity: (name: string, version: string, integrity: string) => Promise<string>
  /** Signs everything that is kept; gives the names. Within `exclusive` only. @throws Refusal naming what nobody has signed */
  signAll: (signer: Signer, options: SignOptions) => Promise<string[]>
  /** Deletes what is chosen. Within `exclusive` only. */
  prune: (choice: PruneChoice) => Promise<Pruned>
  /** Every origin that follows this site, by name; `undefined` with one machine. */
  origins: () => Promise<OriginStatus[] | undefined>
  /** For `site doctor`. */
  check: () => Promise<StoreProblem[]>
  /** Makes an origin follow what is live; `undefined` where its copy is the site. */
  follow: (listener: FollowListener) => Following | undefined
  close: () => Promise<void>
}
