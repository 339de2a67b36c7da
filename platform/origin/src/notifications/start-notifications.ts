import { hostname } from 'node:os'
import { messageOf } from '@platform/base/errors/refusal'
import { type AuditLog, appendEntry, readAuditLog } from '@platform/site/audit/audit-log'
import { originActor } from '@platform/site/audit/with-audit'
import type { Log } from '@platform/site/sharing/follow-store'
import type { Site } from '@platform/site/site/site'
import type { OriginStatus } from '@platform/site/store/site-store'
import { workInTurns } from '../live/work-in-turns'
import { watchAudit } from './watch-audit'
import { createWebhook, type WebhookSettings } from './webhook'

const LOOK_MS = 10_000
const SILENT_S = 15

function troubleOf({ error, outOfService, lastSeenSeconds }: OriginStatus): string | undefined {
  return outOfService ?? error ?? (lastSeenSeconds > SILENT_S ? `silent for ${lastSeenSeconds} s` : undefined)
}

export function watchOrigins(
  store: Pick<Site, 'origins'> & { audit: AuditLog },
  log: Log,
  name = `${hostname()} (process ${process.pid})`,
) {
  let before = new Map<string, string>()
  let known: Set<string> | undefined

  async function look(): Promise<void> {
    const origins = (await store.origins()) ?? []
    const troubles = new Map(origins.flatMap((it) => [[it.name, troubleOf(it)] as const]).filter(isTroubled))
    // Reports only trouble that was seen twice.
    const lasting = [...troubles].filter(([it]) => before.has(it))
    before = troubles
    // The first healthy origin reports for all.
    const [speaker] = origins
      .filter((it) => !troubles.has(it.name))
      .map((it) => it.name)
      .sort()
    if (speaker !== name) {
      known = undefined
      return
    }
    known ??= await readTroubled(store.audit)
    for (const [target, reason] of lasting) {
      if (!known.has(target)) await write('origin sick', target, reason)
      known.add(target)
    }
    for (const target of known) {
      if (troubles.has(target)) continue
      const isHere = origins.some((it) => it.name === target)
      await write('origin well', target, isHere ? 'it follows again' : 'it has ended')
      known.delete(target)
    }
  }

  async function write(action: string, target: string, reason: string): Promise<void> {
    await appendEntry(store.audit, { action, actor: originActor(), target, reason })
  }

  const turns = workInTurns(look, LOOK_MS, (error) =>
    log.warn({ problem: messageOf(error) }, 'the other origins cannot be looked at'),
  )
  return { look: () => turns.run(true), close: turns.stop }
}

const isTroubled = (pair: readonly [string, string | undefined]): pair is readonly [string, string] =>
  pair[1] !== undefined

async function readTroubled(audit: AuditLog): Promise<Set<string>> {
  const troubled = new Set<string>()
  for (const { action, target = '' } of (await readAuditLog(audit)).entries) {
    if (action === 'origin sick') troubled.add(target)
    if (action === 'origin well') troubled.delete(target)
  }
  return troubled
}

export const sendNotifications = (settings: WebhookSettings) => (opened: Site, log: Log) => {
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
