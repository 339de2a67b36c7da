import type { OriginStatus, SiteStore } from '@platform/site/store/site-store'
import { type ExaminedFiles, examineFiles } from './examine-files'
import { examineRecord } from './examine-record'
import { type ExaminedShop, examineShop } from './examine-shop'
import type { Finding } from './finding'

export type Diagnosis = {
  /** Problems first. */
  findings: Finding[]
  /** Absent with one machine, whose folder is the site. */
  origins: OriginStatus[] | undefined
}

type Examined = Omit<ExaminedFiles, 'copy' | 'isCopy'> & Omit<ExaminedShop, 'settings'> & { store: SiteStore }

/** Everything that is not well with the site, as this machine sees it. It changes nothing and never throws. */
export async function diagnose(examined: Examined): Promise<Diagnosis> {
  const { store } = examined
  const settings = await store.copy.readSettings().catch(() => undefined)
  const [files, shared, audit, shop, origins] = await Promise.all([
    examineFiles({ ...examined, copy: store.copy, isCopy: store.isShared }),
    store.check(),
    examineRecord(store),
    examineShop({ ...examined, settings }),
    store.origins().catch(() => undefined),
  ])
  const findings = [...files, ...shared, ...audit, ...shop]
  const byLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  return { findings: [...byLevel('problem'), ...byLevel('warning')], origins }
}
