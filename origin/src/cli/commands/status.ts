import { readStatus } from '../../composition/status'
import { defineCommand } from '../command'
import { formatStatus } from '../format-status'

export const status = defineCommand({
  usage: ['site status [--json]                     what is live, kept and waiting, and the settings'],
  options: { json: { type: 'boolean' } },
  async run({ values }, { folders, print }) {
    const found = await readStatus(folders)
    print(values.json ? JSON.stringify(found, null, 2) : formatStatus(found))
  },
})
