import { Refusal } from '@platform/base/errors/refusal'
import { describeOwner, ownerOf } from '@platform/base/lease/lease-owner'
import { holdSite, resumeSite } from '@platform/site/changes/hold-site'
import { audited, defineCommand, reasonOf, withReason } from '../../command/command'

export const hold = defineCommand({
  usage: ['site hold --reason "…"                   nothing new becomes live until "resume"; rollback goes on working'],
  options: withReason,
  async run({ values }, context) {
    const reason = reasonOf(values)
    if (!reason) throw new Refusal('Say why: site hold --reason "…"')
    const by = describeOwner(ownerOf('hold'))
    await audited(context, { action: 'hold', reason }, () => holdSite(context.store, { by, reason }))
    context.print('Held: nothing new becomes live until "site resume"')
  },
})

export const resume = defineCommand({
  usage: ['site resume --reason "…"                 ends a hold, also one that an automatic rollback left'],
  options: withReason,
  async run({ values }, context) {
    const reason = reasonOf(values)
    if (!reason) throw new Refusal('Say why: site resume --reason "…"')
    await audited(context, { action: 'resume', reason }, () => resumeSite(context.store))
    context.print('The site is no longer held')
  },
})
