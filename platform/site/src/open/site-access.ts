import type { HealthStore } from '../model/health-figures'
import { healthFile } from '../store/file/health-file'
import type { SiteFolders } from '../store/file/site-layout'
import { openSharedSite } from '../store/postgres/postgres-site-store'

/** The site as what decides has it: these folders, or the database that several machines share. */
export type SiteAccess = {
  health: HealthStore
  /** Works on it as an operator's command would, from what is live there now. */
  withSite: <T>(work: (folders: SiteFolders) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export function accessSite(folders: SiteFolders, databaseUrl: string | undefined): SiteAccess {
  if (!databaseUrl) return { health: healthFile(folders), withSite: (work) => work(folders), close: async () => {} }
  const shared = openSharedSite(databaseUrl, folders)
  return {
    health: healthOf(shared.folders),
    async withSite(work) {
      await shared.refreshPointer()
      return work(shared.folders)
    },
    close: shared.close,
  }
}

/** Figures of every origin of the site. */
export function healthOf(folders: SiteFolders): HealthStore {
  return folders.authority?.health ?? healthFile(folders)
}
