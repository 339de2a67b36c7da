import type { SiteSettings } from '@platform/compose/settings/site-settings'
import type { ApiCalls } from '@platform/release/contract/calls/compare-calls'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import type { Pointer } from '../model/pointer'
import type { SiteLayout } from '../model/site-layout'
import type { Signatures } from '../signatures/signatures'

export type KnownApi = {
  calls: ApiCalls
  /** Whether they are those of a running origin, or of the program that asks. */
  of: 'running' | 'program'
}

/** A site as it stands on this machine's disk: releases, compositions, documents and pointer. */
export type SiteCopy = SiteLayout & {
  /** Whose signature is believed on this machine, and the operator's own key where it is. */
  signatures: Signatures
  /** @throws Refusal unless an operator has signed these bytes as the composition of this number */
  checkComposition: (number: number, json: string, signature: string | undefined) => Promise<void>
  /** `undefined` before the first activation. @throws Error when the file names no composition */
  readPointer: () => Promise<Pointer | undefined>
  /** `undefined` as long as nobody has said what they are. */
  readSettings: () => Promise<SiteSettings | undefined>
  readKeys: () => Promise<TeamKeys>
  /** `undefined` before the first preview. */
  readPreviewKey: () => Promise<string | undefined>
  /** The integrity of a version when it was first fetched; `undefined` for one never fetched. */
  readPin: (name: string, version: string) => Promise<string | undefined>
  /** What the running API accepts; without one, what the API of this program would. */
  readApiCalls: () => Promise<KnownApi>
  /** Calls back when the pointer may have changed, where the file system tells; returns the way to stop that. */
  watchPointer: (onChange: () => void) => () => void
}
