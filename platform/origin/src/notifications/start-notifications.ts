import type { Log, SiteStore } from '@platform/site/store/site-store'
import { watchAudit } from './watch-audit'
import { watchOrigins } from './watch-origins'
import { createWebhook, type WebhookSettings } from './webhook'

export type Notifications = {
  store: SiteStore
  close: () => Promise<void>
}

/** Tells a webhook what happens without a person: rollbacks, canaries that were dropped or paused, holds, sick origins. */
export const sendNotifications =
  (settings: WebhookSettings) =>
  (opened: SiteStore, log: Log): Notifications => {
    const webhook = createWebhook(settings, log)
    const watched = watchAudit(opened.audit, webhook, log)
    const store = { ...opened, audit: watched.audit }
    const origins = store.isShared ? watchOrigins(store, log) : undefined
    return {
      store,
      async close() {
        await origins?.close()
        await watched.close()
        await webhook.close()
      },
    }
  }
