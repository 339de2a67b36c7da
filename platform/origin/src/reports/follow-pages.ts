import type { LiveSite } from '../live/live-site'
import type { Collector } from './collect'

/**
 * Counts the documents of what is live by the number of all pages served; beside a canary each is counted by itself.
 * @returns what is to be called before something else is shown, and now and then
 */
export function followPages(site: LiveSite, collector: Collector, pages: () => number): () => void {
  let live = site.current()?.composition.number
  let isAlone = site.alternates().canary === undefined
  let counted = 0
  return () => {
    const served = pages() - counted
    counted += served
    if (live !== undefined && isAlone && served > 0) collector.served(live, served)
    live = site.current()?.composition.number
    isAlone = site.alternates().canary === undefined
  }
}
