import type { StructuredData } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'

/** Our largest document has 150,000 characters. */
export const MAX_PAGE_CHARACTERS = 2_000_000

export type RenderJob = {
  module: string
  url: string
  styles: { href: string; css: string }[]
  startScripts: string[]
  preloadScripts: string[]
  integrity: Record<string, string>
  config: SiteConfig
  noindex: boolean
  structuredData: StructuredData
}

/** `filename` appears in errors: `catalog@1.2.0/server/courses-page.cjs`. */
export type ServerBundle = { package: string; module: string; filename: string; code: string }

export type RenderWork = {
  host: ServerBundle
  modules: ServerBundle[]
  jobs: RenderJob[]
}

/** JSON line of the rendering process; `step` is an index into {@link stepsOf}. */
export type RenderMessage =
  | { step: number; type: 'started' }
  | { step: number; type: 'rendered'; html: string }
  | { step: number; type: 'failed'; reason: string }
