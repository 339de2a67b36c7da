import { Refusal } from '@platform/base/errors/refusal'
import { describeOwner, ownerOf } from '@platform/base/lease/lease'
import { prune } from '@platform/site/changes/prune-site'
import { formatSkipped, holdSite, resumeSite, rollBack } from '@platform/site/changes/roll-back'
import { audited, defineCommand, parseCount, type ReasonValues, withReason } from '../command/command'

export const undoCommands = {
  hold: defineCommand({
    options: withReason,
    does: 'nothing new becomes live until "resume"; rollback goes on working; needs a reason',
    reads: 'live',
    async run(_args, values, context) {
      const reason = needReason('hold', values)
      const by = describeOwner(ownerOf('hold'))
      await audited(context, { action: 'hold', reason }, () => holdSite(context.store, { by, reason }))
      context.print('Held: nothing new becomes live until "site resume"')
    },
  }),

  resume: defineCommand({
    options: withReason,
    does: 'ends a hold, also one that an automatic rollback left; needs a reason',
    async run(_args, values, context) {
      const reason = needReason('resume', values)
      await audited(context, { action: 'resume', reason }, () => resumeSite(context.store))
      context.print('The site is no longer held')
    },
  }),

  rollback: defineCommand({
    args: ['[<composition>]'],
    options: withReason,
    does: 'go back to the composition before, or to the one given',
    reads: 'live',
    async run([number], values, context) {
      const { store, print } = context
      const wanted = number === undefined ? undefined : parseCount(number)
      const entry = { action: 'rollback', target: number, reason: values.reason }
      const goBack = () => rollBack(store, wanted)
      const { from, to, skipped, sharedDamage, settings } = await audited(context, entry, goBack, (it) => ({
        ...(it.skipped.length > 0 && { skipped: it.skipped }),
        ...(it.sharedDamage !== undefined && { sharedDamage: it.sharedDamage }),
      }))
      print(`Composition ${to} is live again, in the place of ${from}`)
      if (skipped.length > 0) print(formatSkipped(skipped))
      if (sharedDamage !== undefined) {
        print(
          `Parts shared with composition ${from} are damaged or cannot be read: ${sharedDamage}. Origins go on from memory. ` +
            'To make them again before one starts: site activate <package>@<version>, one of its releases is enough.',
        )
      }
      if (settings.length > 0) {
        print(
          `Its pages have the settings of then; today's differ in ${settings.join(', ')}. ` +
            'To compose its releases with those of today: site activate <package>@<version>, one of them is enough.',
        )
      }
    },
  }),

  prune: defineCommand({
    options: { keep: '<n>' },
    does: 'delete old compositions and the releases only they name',
    async run(_args, { keep }, context) {
      const count = keep === undefined ? undefined : parseCount(keep)
      const entry = { action: 'prune', target: keep }
      const pruneNow = () => prune(context.store, count)
      const pruned = await audited(context, entry, pruneNow, (it) => ({ deleted: it }))
      context.print(`Deleted compositions: ${pruned.compositions.join(', ') || 'none'}`)
      context.print(`Deleted releases: ${pruned.releases.join(', ') || 'none'}`)
    },
  }),
}

function needReason(command: string, { reason }: ReasonValues): string {
  if (!reason) throw new Refusal(`Say why: site ${command} --reason "…"`)
  return reason
}
