import path from 'node:path'
import { Refusal } from '@platform/base/errors/refusal'
import { defineCommand } from '../../command/command'

export const backup = defineCommand({
  usage: ['site backup <file>                       the embedded database as one file; the shop stays open'],
  options: {},
  async run({ positionals }, { admin, print }) {
    print(await admin({ do: 'backup', file: fileOf(positionals) }))
  },
})

export const restore = defineCommand({
  usage: ['site restore <file>                      puts a backup in place; the shop must be stopped'],
  options: {},
  async run({ positionals }, { dataDir, print }) {
    // Loaded when it is needed: it brings the database's libraries.
    const { restoreBackup } = await import('@site/api/admin')
    print(await restoreBackup({ dataDir, file: fileOf(positionals) }))
  },
})

function fileOf([file, ...others]: readonly string[]): string {
  if (!file || others.length > 0) throw new Refusal('Name one file, for example shop.backup.')
  return path.resolve(file)
}
