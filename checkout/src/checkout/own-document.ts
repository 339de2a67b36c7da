import { paths } from '@site/shared/paths'
import type { SiteConfig } from '@site/shared/site-config'

/**
 * Whether the checkout must be loaded as a document of its own. A visitor who followed a link here is
 * still in the document of another page, whose Content-Security-Policy lets no provider in; fake providers
 * come from this origin and need no permission.
 */
export function needsOwnDocument({ sandbox }: Pick<SiteConfig, 'sandbox'>): boolean {
  if (sandbox) return false
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname !== paths.checkout
}
