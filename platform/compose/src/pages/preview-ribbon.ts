import { base64Digest } from '@platform/base/durable/digest'
import { variantAddress } from '../answers/find-answer'
import type { CompositionOutline } from '../composition/composition-outline'
import type { PlannedPage } from '../rendering/plan-rendering'

export const SITEMAP_PATH = '/sitemap.xml'

export function describeForSearch(
  pages: readonly PlannedPage[],
  { publicUrl, releases }: Pick<CompositionOutline, 'publicUrl' | 'releases'>,
): Record<string, string> {
  const entries = pages
    .filter(({ page: { noindex, fallback } }) => !noindex && (fallback?.status ?? 200) === 200)
    .flatMap(({ page, release }) => addressesOf(page).map((address) => ({ address, owner: release.package })))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ address, owner }) => {
      const time = releases[owner]?.liveSince
      return `  <url><loc>${publicUrl}${address}</loc>${time ? `<lastmod>${time}</lastmod>` : ''}</url>`
    })
  return {
    // Crawlers must read a page to see its "noindex", so nothing is disallowed.
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${publicUrl}${SITEMAP_PATH}\n`,
    [SITEMAP_PATH]: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>\n',
    ].join('\n'),
  }
}

/** Neither paths nor encoded values need XML escapes. */
function addressesOf({ path, variants }: PlannedPage['page']): string[] {
  const { parameter = '', values = [] } = variants ?? {}
  return [path, ...values.map((value) => variantAddress(path, parameter, value))]
}

export const LEAVE_PREVIEW_PATH = '/preview/leave'

const style = [
  'position:fixed;inset:auto 0 0;z-index:2147483647;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center',
  'justify-content:center;padding:.5rem 1rem;background:#5b1a7a;color:#fff;font:1rem/1.4 system-ui,sans-serif',
].join(';')
const css = `.preview-ribbon{${style}}.preview-ribbon a{color:#fff}@media print{.preview-ribbon{display:none}}`
export const RIBBON_STYLE = base64Digest('sha256', css)

/** Outside React's root, so that navigations keep the ribbon. */
export function previewRibbon(releases: CompositionOutline['releases'], live: CompositionOutline | undefined): string {
  const others = Object.entries(releases).filter(([name, { digest }]) => live?.releases[name]?.digest !== digest)
  const names = others.map(([name, { version }]) => `${name}@${version}`).join(', ') || 'what is live'
  return (
    `<style>${css}</style><aside class="preview-ribbon" aria-label="Preview"><span>Preview of ${names}. Only this browser sees it.</span>` +
    `<a href="${LEAVE_PREVIEW_PATH}">Leave the preview</a></aside>`
  )
}
