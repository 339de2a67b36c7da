import type { StructuredData } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'

/** The largest document that is taken; our largest has 150,000 characters. */
export const MAX_PAGE_CHARACTERS = 2_000_000

/** One document to render: a page, or one variant of it. */
export type RenderJob = {
  module: string
  url: string
  styles: { href: string; css: string }[]
  /** Addresses of the host's start. */
  startScripts: string[]
  /** Addresses those will ask for. */
  preloadScripts: string[]
  integrity: Record<string, string>
  config: SiteConfig
  noindex: boolean
  structuredData: StructuredData
}

/** A CommonJS file of a release as text; `filename` is what errors name: `catalog@1.2.0/server/courses-page.cjs`. */
export type ServerBundle = { package: string; module: string; filename: string; code: string }

export type RenderWork = {
  host: ServerBundle
  modules: ServerBundle[]
  jobs: RenderJob[]
}

/** What that process says, a line of JSON each. A step is named by its place among {@link stepsOf} the work. */
export type RenderMessage =
  | { step: number; type: 'started' }
  | { step: number; type: 'rendered'; html: string }
  | { step: number; type: 'failed'; reason: string }
