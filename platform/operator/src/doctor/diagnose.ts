import { messageOf } from '@platform/base/errors/refusal'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import type { OriginStatus, SiteStore } from '@platform/site/store/site-store'
import { type ExaminedFiles, examineFiles } from './examine-files'
import { type ExaminedShop, examineShop } from './examine-shop'
import { type Finding, problem } from './finding'

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
    examineAudit(store),
    examineShop({ ...examined, settings }),
    store.origins().catch(() => undefined),
  ])
  const findings = [...files, ...shared, ...audit, ...shop]
  const byLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  return { findings: [...byLevel('problem'), ...byLevel('warning')], origins }
}

async function examineAudit({ audit, isShared }: SiteStore): Promise<Finding[]> {
  try {
    const { alteration } = await readAuditTrail(audit)
    if (!alteration) return []
    const todo = 'Compare it with a copy of the audit log, and ask who can write there.'
    return [problem('record-altered', alteration, todo)]
  } catch (error) {
    // A database that is away is a finding of its own.
    if (isShared) return []
    return [problem('record-altered', messageOf(error), 'Bring a copy of the audit log back.')]
  }
}
