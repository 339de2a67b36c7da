import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@platform/base/errors/refusal'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { digestOfPointer } from '@platform/site/audit/with-audit'
import type { OriginStatus, SiteStore } from '@platform/site/store/site-store'
import { type ExaminedFiles, examineFiles } from './examine-files'
import { type ExaminedShop, examineShop } from './examine-shop'
import { type Finding, problem } from './finding'

export type Diagnosis = {
  findings: Finding[]
  origins: OriginStatus[] | undefined
}

type Examined = Omit<ExaminedFiles, 'copy' | 'isCopy'> & Omit<ExaminedShop, 'settings'> & { store: SiteStore }

/** Changes nothing and never throws. */
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

/** A command appends its entry just after it moves the pointer. */
const WRITTEN_MS = 1_000

async function examineRecord(store: SiteStore): Promise<Finding[]> {
  try {
    const { alteration } = await readAuditLog(store.audit)
    if (alteration) {
      const todo =
        'Compare it with a copy of the audit log ("site log --follow" makes one), and ask who can write there. If the ' +
        'database was put back from a backup, delete seen.json in SITE_DIR of each machine that says so.'
      return [problem('record-altered', alteration, todo)]
    }
    return (await isExplained(store)) ? [] : [unexplained()]
  } catch (error) {
    // Another finding covers an unreachable database.
    if (store.isShared) return []
    return [problem('record-altered', messageOf(error), 'Bring a copy of the audit log back.')]
  }
}

function unexplained(): Finding {
  const what = 'What is live was not made so by anybody whom the audit log names'
  const todo =
    'Look at "site status" and "site log", and ask who can write there. Then say what shall be live: ' +
    '"site activate …", or "site rollback".'
  return problem('live-unexplained', what, todo)
}

async function isExplained(store: SiteStore, isLast = false): Promise<boolean> {
  const { entries } = await readAuditLog(store.audit)
  const said = entries.findLast(({ after }) => after?.pointer !== undefined)?.after?.pointer
  // Another finding covers an unreadable pointer.
  const { pointer } = await store.live().catch(() => ({ pointer: undefined }))
  if (said === undefined || pointer === undefined || said === digestOfPointer({ pointer })) return true
  if (isLast) return false
  await wait(WRITTEN_MS)
  return isExplained(store, true)
}
