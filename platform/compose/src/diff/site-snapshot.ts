import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { DocumentFacts } from '../facts/document-facts'
import type { RenderJob } from '../rendering/render-job'
import type { SiteSettings } from '../settings/site-settings'

export type SnapshotPage = { html: string; facts: DocumentFacts; job: RenderJob }
export type SiteSnapshot = {
  /** Name from the command line: `live`, `41`, `catalog@1.6.0`. */
  name: string
  releases: VerifiedRelease[]
  settings: SiteSettings
  pages: Map<string, SnapshotPage>
  normalise: (text: string) => string
  problems: string[]
}
