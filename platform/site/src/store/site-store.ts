/**
 * Who decides what is live: the site's store, in one of two forms, `file/` (one folder) and `postgres/` (any number of
 * machines). `moveLive` is the only way to change it.
 */

import type { Lease } from '@platform/base/lease/lease'
import type { Composition } from '@platform/compose/composition/composition'
import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import type { HealthStore } from '../model/health-figures'
import type { Pointer, PointerChange } from '../model/pointer'
import type { SiteCopy } from './site-copy'

/** Seconds after which an origin that was not seen has died. */
export const ORIGIN_SILENT_S = 5

/** What is live, and the revision a change of it must start from. */
export type LiveState = { revision: string; pointer: Pointer | undefined }

/** Small documents of a site that are the same on every machine. */
export type SiteDocuments = { settings: SiteSettings; keys: TeamKeys; previewKey: string }

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
}

/** Where the lines of the audit log are kept, the oldest first. */
export type AuditLog = {
  read: () => Promise<string[]>
  /** Adds the line that is made of the last one, for good when this returns; of any number at once each gets its turn. */
  append: (next: (last: string | undefined) => string) => Promise<void>
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

/** The part of a log that a store needs. */
export type Log = Record<'warn' | 'error', (details: object, message: string) => void>

export type FollowListener = {
  /** Lets the origin look at its copy again: what it may serve, and what is live. */
  refresh: () => Promise<void>
  /** Number of the composition visitors get from this origin. */
  serving: () => number | undefined
  log: Log
}

export type Following = {
  /** Whether what says what is live was seen lately. */
  isConnected: () => boolean
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
   * @returns what could not be pulled
   * @throws Error when the database is away
   */
  refresh: (scope: 'live' | 'all') => Promise<readonly string[]>
  live: () => Promise<LiveState>
  /**
   * Changes what visitors get, and documents at the same moment. With several machines, each living one first holds what is
   * new to visitors. Waits for no other operator.
   * @param from what the decision was made on
   * @throws Refusal when something else was changed since, or a machine cannot hold it
   */
  moveLive: (from: LiveState, change: PointerChange, documents?: Partial<SiteDocuments>) => Promise<LiveState>
  /**
   * One change at a time of what the site has, across processes and machines, begun with the copy brought up to date.
   * @param action what is being done, for whoever is refused meanwhile: `activate catalog@1.6.0`
   * @throws Refusal that says who is changing the site now
   */
  exclusive: <T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>) => Promise<T>
  /** Within `exclusive` only. */
  saveDocuments: (documents: Partial<SiteDocuments>) => Promise<void>
  /** Numbers of the kept compositions, the newest first. */
  compositions: () => Promise<number[]>
  /** A number that no composition of any machine has had. */
  nextNumber: () => Promise<number>
  /** A kept composition, with its releases in the copy. @throws when it is damaged or gone */
  ensureComposition: (number: number) => Promise<Composition>
  /** Lets every machine have a release that was published into the copy. */
  addRelease: (name: string, version: string) => Promise<void>
  /** Keeps the integrity a version was first seen with; gives the one that is kept. */
  pinIntegrity: (name: string, version: string, integrity: string) => Promise<string>
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
