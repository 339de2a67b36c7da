import { company } from '@site/shared/company'
import { escapeHtml } from '@site/shared/escape-html'
import type { StructuredData } from '@site/shared/release'
import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'
import { presentFact } from '@site/shared/structured-data'
import { renderIconSprite } from '../icons/icon-sprite'
import { FONT_FILE } from '../typeface/font'
import { ROOT_ID } from './start-event'
import { NOTICE, SCRIPTS_ID, STARTER, startNotice } from './starter'
import type { Scripts } from './starter.inline'

type Stylesheet = { href: string; css: string }

export type DocumentInput = {
  config: SiteConfig
  /** Inlined; the address tells the browser's chunk loader that it is there already. */
  styles: readonly Stylesheet[]
  startScripts: readonly string[]
  preloadScripts: readonly string[]
  /** Subresource Integrity by address. */
  integrity: Readonly<Record<string, string>>
  noindex: boolean
  structuredData: StructuredData
}

type DocumentParts = DocumentInput & {
  head: string
  body: string
  /** In place of the starter. */
  ownScript?: string
}

/** Before all styles, because the order of layers is that of their first mention. */
export const LAYERS = '@layer reset,tokens,ui,page;'

/**
 * Runs before any script that asks for another: with Trusted Types only paths of release files, and the sandbox's fake providers, become
 * the address of a script, and no text becomes markup. Each document's policy names it (`trusted-types`).
 */
export const SCRIPT_POLICY =
  'globalThis.trustedTypes?.createPolicy("default",{createScriptURL:u=>' +
  '/^\\/(assets|sandbox)\\/(?!.*\\.\\.)[\\w@.+~/?-]+$/.test(u.replace(location.origin,""))?u:null});'

export function renderDocument(parts: DocumentParts): string {
  const { head, config, styles, integrity } = parts
  const digestOf = (address: string) => integrity[address] ?? ''
  const scripts: Scripts = {
    start: parts.startScripts.map((src) => ({ src, integrity: digestOf(src) })),
    styles: styles.filter(isLate).map(({ href }) => ({ href, integrity: digestOf(href) })),
    // A preloaded script is used only if the hint names the same integrity as the script.
    preload: parts.preloadScripts.map((href) => ({ href, integrity: digestOf(href) })),
    notice: NOTICE,
  }
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="preload" href="${FONT_FILE}" as="font" type="font/woff2" crossorigin>`,
    head,
    parts.noindex && !head.includes('name="robots"') ? '<meta name="robots" content="noindex">' : '',
    siteTags(),
    ...styles
      .filter((it) => !isLate(it))
      .map(
        ({ href, css }, index) =>
          `<style data-href="${escapeHtml(href)}">${index === 0 ? LAYERS : ''}${css.replace(/<\/style/gi, '<\\/style')}</style>`,
      ),
    '</head><body>',
    ...(parts.ownScript
      ? [parts.body, `<script>${SCRIPT_POLICY}${parts.ownScript}</script>`]
      : [
          `${renderIconSprite()}<div id="${ROOT_ID}">${parts.body}</div>${startNotice()}`,
          // This order compresses 50 bytes better.
          `<script type="application/json" id="${SCRIPTS_ID}">${jsonForHtml(scripts)}</script>`,
          `<script type="application/json" id="${SITE_CONFIG_ID}">${jsonForHtml(config)}</script>`,
          `<script>${SCRIPT_POLICY}${STARTER}</script>`,
        ]),
    structuredDataScript(parts.structuredData, config.publicUrl),
    '</body></html>',
  ].join('')
}

/** The build names late styles so (`scripts/webpack/host-package.cjs`). */
function isLate({ href }: Stylesheet): boolean {
  return /\/late\.[^/]+$/.test(href)
}

/** JSON that cannot end its script element. */
function jsonForHtml(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replaceAll('<', '\\u003c')
}

/** Continues the page's own tags for link previews (PageHead); all pictures have one size. */
function siteTags(): string {
  return [
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    `<meta property="og:site_name" content="${escapeHtml(company.shortName)}">`,
    '<meta property="og:locale" content="en_GB"><meta name="twitter:card" content="summary_large_image">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    '<meta name="theme-color" content="#0b3a4a">',
  ].join('')
}

function structuredDataScript(nodes: StructuredData, publicUrl: string): string {
  if (nodes.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': nodes }
  return `<script type="application/ld+json">${jsonForHtml(graph, absoluteIn(publicUrl))}</script>`
}

/** Release files know no host, so their addresses are paths, and their facts of the company are examples. */
function absoluteIn(publicUrl: string) {
  return (_key: string, value: unknown) => {
    const present = presentFact(value)
    return typeof present === 'string' && present.startsWith('/') ? publicUrl + present : present
  }
}
