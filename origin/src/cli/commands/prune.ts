import { prune } from '../../composition/prune'
import { defineCommand, parseCount } from '../command'

export const pruneOld = defineCommand({
  usage: ['site prune [--keep <n>]                  delete old compositions and the releases only they name'],
  options: { keep: { type: 'string' } },
  async run({ values }, { folders, print }) {
    const pruned = await prune(folders, values.keep === undefined ? undefined : parseCount(values.keep))
    print(`Deleted compositions: ${pruned.compositions.join(', ') || 'none'}`)
    print(`Deleted releases: ${pruned.releases.join(', ') || 'none'}`)
  },
})
