import { Refusal } from '@platform/base/errors/refusal'
import {
  finishCanary,
  type StartedCanary,
  type Steps,
  shareCanary,
  startCanary,
  stopCanary,
} from '@platform/site/changes/change-canary'
import { readStatus } from '@platform/site/queries/read-status'
import {
  allowing,
  audited,
  defineCommand,
  limitsOf,
  listReleases,
  parseDuration,
  parseShare,
  parseVersions,
  withReason,
} from '../command/command'
import { formatCanary } from '../format/format-status'
import { refuseLooks } from '../pictures/look-at-pages'
import { wantedOf } from './activate'
import { ensureReleases } from './releases'

export const canaryCommands = {
  canary: defineCommand({
    does: 'how the canary fares, and what its next step waits for',
    async run(_args, _values, { store, print }) {
      const { canary: running } = await readStatus(store)
      if (!running) throw new Refusal('No canary runs. Say for example "site canary start catalog@1.6.0 --share 5".')
      print(formatCanary(running).join('\n'))
    },
  }),

  'canary start': defineCommand({
    args: ['<package>@<version> …'],
    options: { share: '<percent>', steps: '5,25,50', every: '10m', ...allowing },
    does: 'give releases to a share of the visitors, beside what is live; to more by steps, of which 100 finishes',
    async run([names], values, context) {
      const plan = planOf(values)
      const wanted = parseVersions(names)
      const limits = limitsOf(values)
      const entry = { action: 'canary start', packages: Object.keys(wanted), ...wantedOf(names, values) }
      const begin = async () => {
        const versions = await ensureReleases(context, wanted)
        await refuseLooks(context, versions, limits)
        return startCanary(context.store, versions, plan, limits)
      }
      const outcome = ({ number, share, releases }: StartedCanary) => ({
        ...{ canary: number, share, canaryReleases: releases },
        ...(plan.steps && { steps: plan.steps }),
      })
      const { number, releases, share, brokenBlocks = [] } = await audited(context, entry, begin, outcome)
      context.print(`Composition ${number} is the canary of ${share} % of the visitors: ${listReleases(releases)}`)
      for (const it of brokenBlocks) context.print(`Warning: ${it}`)
    },
  }),

  'canary share': defineCommand({
    args: ['<percent>'],
    options: withReason,
    does: 'give the canary to another share of the visitors; more moves nobody back',
    async run([percent], values, context) {
      const entry = { action: 'canary share', target: percent, reason: values.reason }
      const change = () => shareCanary(context.store, parseShare(percent))
      const { composition, share } = await audited(context, entry, change, (it) => ({
        canary: it.composition,
        share: it.share,
      }))
      context.print(`Composition ${composition} is the canary of ${share} % of the visitors`)
    },
  }),

  'canary finish': defineCommand({
    options: withReason,
    does: 'everybody gets it',
    async run(_args, values, context) {
      const entry = { action: 'canary finish', reason: values.reason }
      const { from, to } = await audited(context, entry, () => finishCanary(context.store))
      context.print(`Composition ${to} is live for everybody, in the place of ${from}`)
    },
  }),

  'canary stop': defineCommand({
    options: withReason,
    does: 'everybody gets what is live',
    reads: 'live',
    async run(_args, values, context) {
      const entry = { action: 'canary stop', reason: values.reason }
      const stop = () => stopCanary(context.store)
      const { stopped, live } = await audited(context, entry, stop, (it) => ({ stopped: it.stopped }))
      context.print(`The canary, composition ${stopped}, has ended; everybody gets composition ${live}`)
    },
  }),
}

type Planned = { share?: string; steps?: string; every?: string }

/** `--share 5`, `--steps 5,25,50 --every 10m`, or both: the share comes first. */
function planOf({ share, steps, every }: Planned): { share: number; steps?: Steps } {
  const shares = steps?.split(',').map(parseShare) ?? []
  if (shares.length > 0 !== (every !== undefined)) throw new Refusal('--steps and --every belong together')
  const [first, ...later] = share === undefined ? shares : [parseShare(share), ...shares]
  if (first === undefined) throw new Refusal('Say for how many of the visitors, for example --share 5.')
  return { share: first, ...(every !== undefined && { steps: { shares: later, everyMs: parseDuration(every) } }) }
}
