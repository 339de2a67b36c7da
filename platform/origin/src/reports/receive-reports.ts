import type { LiveSite } from '../live/live-site'
import type { Collector } from './collect'
import type { Locate } from './locate'
import { nameReleases, originOf, type PageReport } from './report'

/**
 * Counts what pages report, for the compositions that visitors get now; of any other nobody decides any more.
 * @returns the report with the releases its places lie in, where they are known
 */
export function receiveReports(site: LiveSite, collector: Collector, locate: Locate) {
  return async (said: PageReport, ip: string): Promise<PageReport> => {
    const shown = [site.current(), site.alternates().canary?.site]
    const composition = shown.find((it) => it?.composition.number === said.composition)?.composition
    if (!composition) return said
    const { number, releases } = composition
    const report = nameReleases(said, releases)
    const origin = originOf(report, releases)
    if (origin) collector.failed(number, { ...origin, location: await locate(origin.location) }, ip)
    const page = report.page !== undefined && releases[report.page] ? report.page : 'unknown'
    for (const [name, value] of Object.entries(report.vitals)) {
      collector.measured({ composition: number, name, package: page }, value)
    }
    return report
  }
}

/** Makes digests of addresses that mean something for one composition, and the same at every origin. */
export function saltOf(site: LiveSite, number: number): string {
  const shown = [site.current(), site.alternates().canary?.site]
  return shown.find((it) => it?.composition.number === number)?.composition.fingerprint ?? ''
}
