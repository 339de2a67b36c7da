import { prune } from '@platform/site/changes/prune-site'
import type { Pruned } from '@platform/site/store/site-store'
import { audited, defineCommand, parseCount } from '../../command/command'

export const pruneOld = defineCommand({
  usage: ['site prune [--keep <n>]                  delete old compositions and the releases only they name'],
  options: { keep: { type: 'string' } },
  async run({ values }, context) {
    const { store, print } = context
    const keep = values.keep === undefined ? undefined : parseCount(values.keep)
    const deleted = (it: Pruned) => ({ deleted: it })
    const pruned = await audited(context, { action: 'prune', target: values.keep }, () => prune(store, keep), deleted)
    print(`Deleted compositions: ${pruned.compositions.join(', ') || 'none'}`)
    print(`Deleted releases: ${pruned.releases.join(', ') || 'none'}`)
  },
})
