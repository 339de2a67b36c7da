import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { DocumentFacts } from '../facts/document-facts'
import type { RenderJob } from '../rendering/render-job'
import type { SiteSettings } from '../settings/site-settings'

export type SnapshotPage = { html: string; facts: DocumentFacts; job: RenderJob }
export type SiteSnapshot = {
  /** As it was asked for: `live`, `41`, `catalog@1.6.0`. */
  name: string
  releases: VerifiedRelease[]
  settings: SiteSettings
  /** By address, the query of a variant included. */
  pages: Map<string, SnapshotPage>
  normalise: (text: string) => string
  /** Why it would not become live as it is. */
  problems: string[]
}
