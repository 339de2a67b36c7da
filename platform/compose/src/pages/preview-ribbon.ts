import { base64Digest } from '@platform/base/durable/digest'
import type { CompositionOutline } from '../composition/composition-outline'

/** Where whoever looks at a preview leaves it. */
export const LEAVE_PREVIEW_PATH = '/preview/leave'

const style = [
  'position:fixed;inset:auto 0 0;z-index:2147483647;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center',
  'justify-content:center;padding:.5rem 1rem;background:#5b1a7a;color:#fff;font:1rem/1.4 system-ui,sans-serif',
].join(';')
const css = `.preview-ribbon{${style}}.preview-ribbon a{color:#fff}@media print{.preview-ribbon{display:none}}`
/** For the policy of a preview's documents. */
export const RIBBON_STYLE = base64Digest('sha256', css)

/** Names a preview on each of its documents, and leads out of it. Outside React's root, so that it outlives navigations. */
export function previewRibbon(releases: CompositionOutline['releases'], live: CompositionOutline | undefined): string {
  const others = Object.entries(releases).filter(([name, { digest }]) => live?.releases[name]?.digest !== digest)
  const names = others.map(([name, { version }]) => `${name}@${version}`).join(', ') || 'what is live'
  return (
    `<style>${css}</style><aside class="preview-ribbon" aria-label="Preview"><span>Preview of ${names}. Only this browser sees it.</span>` +
    `<a href="${LEAVE_PREVIEW_PATH}">Leave the preview</a></aside>`
  )
}
