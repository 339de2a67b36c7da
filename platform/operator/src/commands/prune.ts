import { type Pruned, prune } from '@platform/site/changes/prune-site'
import { defineCommand, parseCount, recorded } from '../command/command'

export const pruneOld = defineCommand({
  usage: ['site prune [--keep <n>]                  delete old compositions and the releases only they name'],
  options: { keep: { type: 'string' } },
  async run({ values }, context) {
    const { folders, print } = context
    const keep = values.keep === undefined ? undefined : parseCount(values.keep)
    const deleted = (it: Pruned) => ({ deleted: it })
    const pruned = await recorded(context, { act: 'prune', asked: values.keep }, () => prune(folders, keep), deleted)
    print(`Deleted compositions: ${pruned.compositions.join(', ') || 'none'}`)
    print(`Deleted releases: ${pruned.releases.join(', ') || 'none'}`)
  },
})
