import { messageOf } from '@platform/base/errors/refusal'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { digestOfPointer } from '@platform/site/audit/with-audit'
import type { Site } from '@platform/site/site/site'
import type { OriginStatus } from '@platform/site/store/site-store'
import { type ExaminedFiles, examineFiles } from './examine-files'
import { type ExaminedShop, examineShop, listBeforeLaunch } from './examine-shop'
import { type Finding, found, foundIf } from './findings'

export type Diagnosis = { findings: Finding[]; origins: OriginStatus[] | undefined; beforeLaunch: string[] }

type Examined = Omit<ExaminedFiles, 'copy' | 'isCopy'> & Omit<ExaminedShop, 'settings'> & { store: Site }

/** Changes nothing and never throws. */
export async function diagnose(examined: Examined): Promise<Diagnosis> {
  const { store } = examined
  const settings = await store.copy.readSettings().catch(() => undefined)
  const [files, shared, audit, shop, origins] = await Promise.all([
    examineFiles({ ...examined, copy: store.copy, isCopy: store.isShared }),
    store.check(),
    examineAuditLog(store),
    examineShop({ ...examined, settings }),
    store.origins().catch(() => undefined),
  ])
  const findings = [...files, ...shared, ...audit, ...shop]
  const byLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  const sorted = [...byLevel('problem'), ...byLevel('warning')]
  return { findings: sorted, origins, beforeLaunch: listBeforeLaunch(examined) }
}

async function examineAuditLog(store: Site): Promise<Finding[]> {
  try {
    const { alteration } = await readAuditLog(store.audit)
    if (alteration) return [found('audit-log-altered', alteration)]
    const what = 'What is live differs from the last change in the audit log'
    return foundIf(!(await isExplained(store)), 'live-unexplained', what)
  } catch (error) {
    // Another finding covers an unreachable database.
    if (store.isShared) return []
    return [found('audit-log-altered', messageOf(error), { todo: 'Restore a copy of the audit log.' })]
  }
}

/** A command logs its intent just before it moves the pointer, and may be cut off then. */
async function isExplained(store: Site): Promise<boolean> {
  // Another finding covers an unreadable pointer.
  const { pointer } = await store.live().catch(() => ({ pointer: undefined }))
  const { entries } = await readAuditLog(store.audit)
  const moves = entries.filter(({ after }) => after?.pointer !== undefined)
  const latest = moves.slice(
    Math.max(
      0,
      moves.findLastIndex(({ isIntent }) => !isIntent),
    ),
  )
  if (latest.length === 0 || pointer === undefined) return true
  return latest.some(({ after }) => after?.pointer === digestOfPointer({ pointer }))
}
