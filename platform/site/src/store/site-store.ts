import type { HealthStore } from '../model/health-figures'

/** What visitors get and got before; see `composition/pointer.ts`. */
type Pointer = { live: number; history: number[] }

/** Seconds after which an origin that was not heard of has died. */
export const ORIGIN_SILENT_S = 5

/** An origin that was heard of within a day and did not say that it stops. */
export type SeenOrigin = {
  name: string
  /** Composition it gives to visitors as the live one. */
  serves: number | undefined
  /** Compositions it has whole. */
  holds: number[]
  /** Since when it runs; ISO 8601. */
  startedAt: string
  /** Seconds since it was heard of. */
  silentFor: number
  /** What it cannot do. */
  fault: string | undefined
}

/** Where the lines of the record are kept, the oldest first. */
export type RecordLines = {
  read: () => Promise<string[]>
  /** Adds the line that is made of the last one, for good when this returns; of any number at once each gets its turn. */
  append: (next: (last: string | undefined) => string) => Promise<void>
}

/** What has to be decided in one place when several machines share one site; see `store/`. */
export type SiteAuthority = {
  /**
   * One change at a time on all machines, begun with these folders brought up to date.
   * @param act what is being done, for whoever is refused meanwhile
   * @throws Refusal naming who is changing the site now
   */
  withLock: <T>(act: string, work: () => Promise<T>) => Promise<T>
  /** Compositions that are kept, the newest first. */
  listCompositions: () => Promise<number[]>
  /** Brings a kept composition and its releases into these folders. @throws Refusal when it is damaged or gone */
  bringComposition: (number: number) => Promise<void>
  /** A number no composition of any machine has had. */
  nextNumber: (nextHere: number) => Promise<number>
  /**
   * Changes what visitors get everywhere: first every machine holds the composition that is new to them, then all are
   * told.
   * @throws Refusal when a machine cannot hold it, or when what is live was changed meanwhile
   */
  moveLive: (pointer: Pointer, newcomer: number) => Promise<void>
  /** Lets every machine have a release that was taken in here. */
  keepRelease: (name: string, version: string) => Promise<void>
  /** Keeps the integrity a version was first seen with, and gives the one that is kept. */
  pinIntegrity: (name: string, version: string, integrity: string) => Promise<string>
  /** Every origin that follows this site, by name. */
  listOrigins: () => Promise<SeenOrigin[]>
  /** The record of all machines; see `record/`. */
  record: RecordLines
  /** What all origins have counted. */
  health: HealthStore
  /** Deletes what was deleted here. */
  forget: (pruned: { compositions: readonly number[]; releases: readonly string[] }) => Promise<void>
}
