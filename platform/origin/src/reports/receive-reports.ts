import type { Composition } from '@platform/compose/composition/composition'
import type { LiveSite } from '../live/live-site'
import type { Collector } from './collect'
import type { KnownScripts } from './known-scripts'
import type { Locate } from './locate'
import { isFailure, nameReleases, originOf, type PageReport } from './report'
import type { VisitLedger } from './visits'

type Receiving = {
  site: LiveSite
  collector: Collector
  visits: VisitLedger
  scripts: KnownScripts
  locate: Locate
}

/**
 * Counts reports for compositions that visitors get now, from addresses that were sent one, and in scripts that it has.
 * @returns the report with the releases its places lie in, where they are known
 */
export function receiveReports({ site, collector, visits, scripts, locate }: Receiving) {
  return async (said: PageReport, ip: string): Promise<PageReport> => {
    // A page whose browser keeps the number from it (docs/decisions/0027) is of the only one that its address was sent.
    const sentIn = said.composition ?? visits.onlyOne(ip)
    const composition = sentIn === undefined ? undefined : shownComposition(site, sentIn)
    if (!composition) return said
    const { number, releases } = composition
    const report = nameReleases(said, releases)
    if (!visits.knows(number, ip)) return report
    if (report.kind === 'interactive' || report.kind === 'cart') visits.reported(number, ip, report.kind)
    else if (isFailure(report)) await countFailure(report, composition, ip)
    const page = report.page !== undefined && releases[report.page] ? report.page : 'unknown'
    for (const [name, value] of Object.entries(report.vitals)) {
      collector.measured({ composition: number, name, package: page }, value)
    }
    return report
  }

  async function countFailure(report: PageReport, { number, releases, pages }: Composition, ip: string) {
    const origin = originOf(report, { releases, pages })
    if (!origin) return
    const isReal = origin.location
      ? await scripts.hasScript(origin.location)
      : scripts.hasModule(report.message ?? '', pages)
    if (!isReal) return
    visits.reported(number, ip, 'failed')
    collector.failed(number, { ...origin, location: await locate(origin.location) }, ip)
  }
}

export function shownComposition(site: LiveSite, number: number): Composition | undefined {
  const shown = [site.current(), site.alternates().canary?.site]
  return shown.find((it) => it?.composition.number === number)?.composition
}

/** Makes digests of addresses that mean something for one composition, and the same at every origin. */
export function saltOf(site: LiveSite, number: number): string {
  return shownComposition(site, number)?.fingerprint ?? ''
}
