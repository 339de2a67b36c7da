import { holdSite, resumeSite } from '../../progressive/hold'
import { Refusal } from '../../refusal'
import { defineCommand } from '../command'

export const hold = defineCommand({
  usage: ['site hold --because "…"                  nothing new becomes live until "resume"; rollback goes on working'],
  options: { because: { type: 'string' } },
  async run({ values: { because } }, { folders, print }) {
    if (!because) throw new Refusal('Say why: site hold --because "…"')
    await holdSite(folders, because)
    print('Held: nothing new becomes live until "site resume"')
  },
})

export const resume = defineCommand({
  usage: ['site resume --because "…"                ends a hold, also one that an automatic rollback left'],
  options: { because: { type: 'string' } },
  async run({ values: { because } }, { folders, print }) {
    if (!because) throw new Refusal('Say why: site resume --because "…"')
    await resumeSite(folders)
    print('The site is no longer held')
  },
})
