import { type PageOrigin, type PriceList, type Pricing, parsePriceList } from '@site/api/price-list'
import type { LiveSite } from '../live/live-site'
import { isClaimed } from './previews'

const known = new WeakMap<object, PriceList | undefined>()

/**
 * Uses the page's prices while it is live, canary, preview or was shown within the last hour; then the live ones.
 * @returns `undefined` without live prices
 */
export function pricingOf(site: LiveSite, composition: number | undefined): Pricing | undefined {
  const live = site.current()?.composition
  const present = listIn(live?.data.catalog)
  if (!live || !present) return undefined
  if (composition === undefined || composition === live.number) return { lists: [present], present }
  const { canary, pricedCatalogs } = site.alternates()
  const tried = canary?.site.composition
  const own = tried?.number === composition ? listIn(tried.data.catalog) : undefined
  // A page that is still shown sets today's price.
  if (own) return { lists: [own, present], present: own }
  const recent = listIn(pricedCatalogs.get(composition))
  return { lists: recent ? [recent, present] : [present], present }
}

export function isPreviewPage(site: LiveSite, { composition, cookies }: PageOrigin): boolean {
  return (composition !== undefined && site.alternates().previewNumbers.has(composition)) || isClaimed(site, cookies)
}

function listIn(catalog: unknown): PriceList | undefined {
  if (typeof catalog !== 'object' || catalog === null) return undefined
  if (!known.has(catalog)) known.set(catalog, parsePriceList(catalog))
  return known.get(catalog)
}
