import type { StructuredData } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'

/** One document to render: a page, or one variant of it. */
export type RenderJob = {
  /** Module that renders it, for messages: `catalog/courses-page`. */
  module: string
  url: string
  styles: { href: string; css: string }[]
  /** Addresses of the host's start. */
  startScripts: string[]
  /** Addresses those will ask for. */
  preloadScripts: string[]
  noindex: boolean
  structuredData: StructuredData
}

/** A CommonJS file of a release, given as text because the process that renders may read no file. */
export type ServerBundle = { package: string; module: string; filename: string; code: string }

/** All the process that renders is given; plain data only. */
export type RenderWork = {
  host: ServerBundle
  modules: ServerBundle[]
  jobs: RenderJob[]
  config: SiteConfig
}

/** What that process reports, in the order it happens; documents come in the order of the jobs. */
export type RenderEvent =
  | { type: 'started'; doing: string }
  | { type: 'rendered'; html: string }
  | { type: 'failed'; doing: string; reason: string }
