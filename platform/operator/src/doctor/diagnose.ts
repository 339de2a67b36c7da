import { readSettings } from '@platform/site/store/file/settings-file'
import type { SeenOrigin } from '@platform/site/store/site-store'
import { type ExaminedFiles, examineFiles } from './examine-files'
import { type ExaminedShop, examineShop } from './examine-shop'
import { examineStore } from './examine-store'
import type { Finding } from './finding'

export type Diagnosis = {
  /** Faults first. */
  findings: Finding[]
  /** Absent with one machine, whose folder is the site. */
  origins: SeenOrigin[] | undefined
}

/** Everything that is not well with the site, as this machine sees it. It changes nothing and never throws. */
export async function diagnose(examined: ExaminedFiles & Omit<ExaminedShop, 'settings'>): Promise<Diagnosis> {
  const { folders, api } = examined
  const { authority: _, ...local } = folders
  const settings = await readSettings(folders).catch(() => undefined)
  const [files, shop, store] = await Promise.all([
    examineFiles({ ...examined, folders: local, isCopy: api.databaseUrl !== undefined }),
    examineShop({ ...examined, settings }),
    api.databaseUrl ? examineStore(api.databaseUrl) : undefined,
  ])
  const findings = [...files, ...(store?.findings ?? []), ...shop]
  const byLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  return { findings: [...byLevel('fault'), ...byLevel('warning')], origins: store?.origins }
}
