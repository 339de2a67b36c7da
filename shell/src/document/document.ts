import type { StructuredData } from '@site/shared/release'
import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'
import { renderIconSprite } from '../icons/icon-sprite'
import { FONT_FILE } from '../typeface/font'
import { escapeText, jsonForHtml } from './escape'
import { ROOT_ID } from './root-id'
import { SCRIPT_POLICY } from './script-policy'
import { siteTags } from './site-tags'
import { NOTICE, startNotice } from './start-notice'
import { SCRIPTS_ID, STARTER } from './starter'
import type { Scripts } from './starter.inline'
import { structuredDataScript } from './structured-data'

export type Stylesheet = { href: string; css: string }

export type DocumentParts = {
  head: string
  body: string
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

/** 38.7 */
export const LAYERS = '@layer reset,tokens,ui,page;'

export function renderDocument({
  head,
  body,
  config,
  styles,
  startScripts,
  preloadScripts,
  integrity,
  noindex,
  structuredData,
}: DocumentParts): string {
  const digestOf = (address: string) => integrity[address] ?? ''
  const scripts: Scripts = {
    start: startScripts.map((src) => ({ src, integrity: digestOf(src) })),
    styles: styles.filter(isLate).map(({ href }) => ({ href, integrity: digestOf(href) })),
    preload: preloadScripts.map((href) => ({ href, integrity: digestOf(href) })),
    notice: NOTICE,
  }
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="preload" href="${FONT_FILE}" as="font" type="font/woff2" crossorigin>`,
    head,
    noindex && !head.includes('name="robots"') ? '<meta name="robots" content="noindex">' : '',
    siteTags(),
    `<script>${SCRIPT_POLICY}</script>`,
    ...styles
      .filter((it) => !isLate(it))
      .map(
        ({ href, css }, index) =>
          `<style data-href="${escapeText(href)}">${index === 0 ? LAYERS : ''}${css.replace(/<\/style/gi, '<\\/style')}</style>`,
      ),
    `</head><body>${renderIconSprite()}<div id="${ROOT_ID}">${body}</div>${startNotice()}`,
    // This order compresses 50 bytes better.
    `<script type="application/json" id="${SCRIPTS_ID}">${jsonForHtml(scripts)}</script>`,
    `<script type="application/json" id="${SITE_CONFIG_ID}">${jsonForHtml(config)}</script>`,
    `<script>${STARTER}</script>`,
    structuredDataScript(structuredData, config.publicUrl),
    '</body></html>',
  ].join('')
}

/** The build names late styles so (`webpack.base.cjs`). */
function isLate({ href }: Stylesheet): boolean {
  return /\/late\.[^/]+$/.test(href)
}
