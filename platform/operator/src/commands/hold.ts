import { Refusal } from '@platform/base/errors/refusal'
import { holdSite, resumeSite } from '@platform/site/changes/hold-site'
import { defineCommand, because as reason, recorded } from '../command/command'

export const hold = defineCommand({
  usage: ['site hold --because "…"                  nothing new becomes live until "resume"; rollback goes on working'],
  options: reason,
  async run({ values: { because } }, context) {
    if (!because) throw new Refusal('Say why: site hold --because "…"')
    await recorded(context, { act: 'hold', because }, () => holdSite(context.folders, because))
    context.print('Held: nothing new becomes live until "site resume"')
  },
})

export const resume = defineCommand({
  usage: ['site resume --because "…"                ends a hold, also one that an automatic rollback left'],
  options: reason,
  async run({ values: { because } }, context) {
    if (!because) throw new Refusal('Say why: site resume --because "…"')
    await recorded(context, { act: 'resume', because }, () => resumeSite(context.folders))
    context.print('The site is no longer held')
  },
})
