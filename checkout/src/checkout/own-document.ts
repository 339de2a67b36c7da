import { paths } from '@site/shared/paths'
import type { SiteConfig } from '@site/shared/site-config'

/**
 * A document of another page has a Content-Security-Policy that lets no provider in; fake providers come from this
 * origin.
 */
export function needsOwnDocument({ sandbox }: Pick<SiteConfig, 'sandbox'>): boolean {
  if (sandbox) return false
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname !== paths.checkout
}
