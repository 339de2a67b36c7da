import { messageOf } from '@platform/base/errors/refusal'
import { defaultLimits } from '@platform/compose/rendering/render-site'
import { originActor } from '@platform/site/audit/actor'
import { recordAct } from '@platform/site/audit/record-act'
import { isStepDue, stepCanary, stopCanary } from '@platform/site/changes/change-canary'
import { rollBack } from '@platform/site/changes/roll-back'
import { BASELINE_MS, judge, PROBATION_MS, type Verdict } from '@platform/site/model/judge'
import type { SiteAccess } from '@platform/site/open/site-access'
import { readPointer } from '@platform/site/store/file/pointer-file'
import type { SiteFolders } from '@platform/site/store/file/site-layout'
import type { FastifyBaseLogger } from 'fastify'
import type { Collector } from '../reports/collect'

const TICK_MS = 1_000
/** How often what was counted is handed over and judged. */
const JUDGE_MS = 5_000

export type Automation = {
  /** Looks and judges at once. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

type Automated = {
  folders: SiteFolders
  access: SiteAccess
  collector: Collector
  /** Hands the collector what is counted elsewhere. */
  count: () => void
  log: FastifyBaseLogger
}

/**
 * Carries out what was planned and undoes what fails, at any number of origins: each tries when something is due, and the
 * pointer, which is where plans are kept, moves for one of them. It never gives anybody more than was planned.
 */
export function startAutomation({ folders, access, collector, count, log }: Automated): Automation {
  let running: Promise<void> = Promise.resolve()
  let lastFault = ''
  let judgedAt = 0

  async function step(): Promise<void> {
    if (!isStepDue(await readPointer(folders), Date.now())) return
    await access.withSite(async (site) => {
      // Another origin may have been first.
      if (!isStepDue(await readPointer(site), Date.now())) return
      const recording = { act: 'canary step', actor: originActor(), because: 'planned when the canary was started' }
      const share = await recordAct(
        site,
        recording,
        () => stepCanary(site),
        (it) => ({ share: it }),
      )
      if (share !== undefined) log.info({ share }, 'the canary has its next share')
    })
  }

  async function flushAndJudge(): Promise<void> {
    judgedAt = Date.now()
    count()
    await collector.flush(access.health)
    const pointer = await readPointer(folders)
    if (!pointer || (!pointer.canary && !isFresh(pointer.since))) return
    const since = Date.parse(pointer.canary?.startedAt ?? pointer.since ?? '') - BASELINE_MS
    const figures = await access.health.read(since)
    if (!judge(pointer, figures, Date.now())) return
    await access.withSite(async (site) => {
      const now = await readPointer(site)
      const verdict = now && judge(now, figures, Date.now())
      if (verdict) await undo(site, verdict)
    })
  }

  async function undo(site: SiteFolders, { act, because }: Verdict): Promise<void> {
    log.error({ act, because }, 'visitors meet failures; what is new is taken back')
    const hold = { since: new Date().toISOString(), by: 'the origin itself', because }
    const recording = { act: `automatic: ${act}`, actor: originActor(), because }
    await recordAct<unknown>(
      site,
      recording,
      // One move of the pointer: nothing new may slip in between.
      () => (act === 'drop canary' ? stopCanary(site, hold) : rollBack(site, undefined, defaultLimits, hold)),
      () => ({ held: true }),
    )
  }

  function run(isForced: boolean): Promise<void> {
    const work = async () => {
      await step()
      if (isForced || Date.now() - judgedAt >= JUDGE_MS) await flushAndJudge()
    }
    running = running.then(work).then(
      () => {
        lastFault = ''
      },
      (error: unknown) => {
        if (messageOf(error) !== lastFault) log.warn({ err: error }, 'what is due could not be done; tried again')
        lastFault = messageOf(error)
      },
    )
    return running
  }

  const timer = setInterval(() => void run(false), TICK_MS)
  timer.unref()
  return {
    tick: () => run(true),
    async close() {
      clearInterval(timer)
      await running
      await collector.flush(access.health).catch(() => {})
      await access.close()
    },
  }
}

function isFresh(since: string | undefined): boolean {
  return since !== undefined && Date.now() - Date.parse(since) <= PROBATION_MS
}
