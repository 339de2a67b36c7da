import type { FastifyBaseLogger } from 'fastify'
import { readPointer } from '../composition/pointer'
import { recordAct } from '../composition/record-act'
import type { SiteFolders } from '../files/site-folders'
import { originActor } from '../record/actor'
import { messageOf } from '../refusal'
import { isStepDue, stepCanary } from './canary'

const TICK_MS = 1_000

/** Works on the site as an operator's command would; with a database, on what that says. */
export type WithSite = <T>(work: (folders: SiteFolders) => Promise<T>) => Promise<T>

export type Automation = {
  /** Looks at once. */
  tick: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Carries out what was planned, at any number of origins: each tries when something is due, and the pointer, which is
 * where the plan is kept, moves for one of them. A plan so survives every restart.
 */
export function startAutomation(folders: SiteFolders, withSite: WithSite, log: FastifyBaseLogger): Automation {
  let running: Promise<void> = Promise.resolve()
  let lastFault = ''
  let isClosed = false

  async function look(): Promise<void> {
    if (isClosed || !isStepDue(await readPointer(folders), Date.now())) return
    await withSite(async (site) => {
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

  function tick(): Promise<void> {
    running = running.then(look).then(
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

  const timer = setInterval(tick, TICK_MS)
  timer.unref()
  return {
    tick,
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
