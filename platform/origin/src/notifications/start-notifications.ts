import type { Log, SiteStore } from '@platform/site/store/site-store'
import { watchAudit } from './watch-audit'
import { watchOrigins } from './watch-origins'
import { createWebhook, type WebhookSettings } from './webhook'

export const sendNotifications = (settings: WebhookSettings) => (opened: SiteStore, log: Log) => {
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
