import { messageOf } from '@platform/base/errors/refusal'
import { originActor, withAudit } from '@platform/site/audit/with-audit'
import { isStepDue, stepCanary, stopCanary } from '@platform/site/changes/change-canary'
import { requireSound, rollBack } from '@platform/site/changes/roll-back'
import { stepWaitsFor } from '@platform/site/model/canary-evidence'
import { BASELINE_MS, decideUndo, PROBATION_MS, type UndoDecision } from '@platform/site/model/decide-undo'
import type { Site } from '@platform/site/site/site'
import type { FastifyBaseLogger } from 'fastify'
import { workInTurns } from '../live/work-in-turns'
import type { Collector } from '../reports/collect'

const TICK_MS = 1_000
const DECIDE_MS = 5_000

type Automated = { store: Site; collector: Collector; log: FastifyBaseLogger }

/** Every origin tries; compare-and-swap lets one win. */
export function startAutomation({ store, collector, log }: Automated) {
  let waitsFor: string | undefined
  let decidedAt = 0

  async function step(isForced: boolean): Promise<void> {
    if (waitsFor && !isForced && Date.now() - decidedAt < DECIDE_MS) return
    if (!isStepDue(await store.copy.readPointer(), Date.now())) return
    await store.refresh('live')
    const { pointer } = await store.live()
    const now = (await store.now()).getTime()
    if (!pointer?.canary || !isStepDue(pointer, now)) return
    const { composition, startedAt } = pointer.canary
    const findProblem = () => requireSound(store, composition).then(() => undefined, messageOf)
    const reason = stepWaitsFor(pointer, await store.health.read(Date.parse(startedAt)), now) ?? (await findProblem())
    if (reason && !waitsFor) log.info({ waitsFor: reason }, 'the next step of the canary waits')
    waitsFor = reason
    if (waitsFor) return
    const audited = { action: 'canary step', actor: originActor(), reason: 'planned when the canary was started' }
    const share = await withAudit(
      store,
      audited,
      () => stepCanary(store),
      (it) => ({ share: it }),
    )
    if (share !== undefined) log.info({ share }, 'the canary has its next share')
  }

  async function flushAndDecide(): Promise<void> {
    decidedAt = Date.now()
    await collector.flush(store.health)
    const pointer = await store.copy.readPointer()
    const now = (await store.now()).getTime()
    if (!pointer || (!pointer.canary && !isFresh(pointer.since, now))) return
    const since = Date.parse(pointer.canary?.startedAt ?? pointer.since ?? '') - BASELINE_MS
    const figures = await store.health.read(since)
    if (!decideUndo(pointer, figures, now)) return
    await store.refresh('live')
    const { pointer: latest } = await store.live()
    const decision = latest && decideUndo(latest, figures, now)
    if (decision) await undo(decision)
  }

  async function undo({ action, composition, reason }: UndoDecision): Promise<void> {
    log.error({ action, reason }, 'visitors meet failures; what is new is taken back')
    const hold = { since: new Date().toISOString(), by: 'the origin itself', reason }
    const audited = { action: `automatic: ${action}`, actor: originActor(), reason }
    await withAudit<unknown>(
      store,
      audited,
      // One pointer move, so that no change slips in between.
      () =>
        action === 'drop canary' ? stopCanary(store, hold, composition) : rollBack(store, undefined, hold, composition),
      () => ({ held: true }),
    )
  }

  async function work(isForced: boolean): Promise<void> {
    await step(isForced).finally(async () => {
      if (isForced || Date.now() - decidedAt >= DECIDE_MS) await flushAndDecide()
    })
  }

  const turns = workInTurns(work, TICK_MS, (error) =>
    log.warn({ err: error }, 'what is due could not be done; tried again'),
  )
  return {
    tick: () => turns.run(true),
    async close() {
      await turns.stop()
      await collector.flush(store.health).catch(() => {})
    },
  }
}

function isFresh(since: string | undefined, now: number): boolean {
  return since !== undefined && now - Date.parse(since) <= PROBATION_MS
}
