import type { Collector } from '../health/collect'
import type { Locate } from '../health/locate'
import { originOf, type PageReport } from '../health/report'
import type { LiveSite } from './live-site'

/** Counts what pages report, for the compositions that visitors get now; of any other nobody decides any more. */
export function hearReports(site: LiveSite, collector: Collector, locate: Locate) {
  return async (report: PageReport, ip: string): Promise<void> => {
    const shown = [site.current(), site.beside().canary?.site]
    const composition = shown.find((it) => it?.composition.number === report.composition)?.composition
    if (!composition) return
    const { number, releases } = composition
    const origin = originOf(report, releases)
    if (origin) collector.failed(number, { ...origin, place: await locate(origin.place) }, ip)
    const page = report.page !== undefined && releases[report.page] ? report.page : 'unknown'
    for (const [name, value] of Object.entries(report.vitals)) {
      collector.measured({ composition: number, name, package: page }, value)
    }
  }
}

/** Makes digests of addresses that mean something for one composition, and the same at every origin. */
export function saltOf(site: LiveSite, number: number): string {
  const shown = [site.current(), site.beside().canary?.site]
  return shown.find((it) => it?.composition.number === number)?.composition.fingerprint ?? ''
}
