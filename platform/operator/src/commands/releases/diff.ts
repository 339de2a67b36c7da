import { Refusal } from '@platform/base/errors/refusal'
import { diffSite } from '@platform/site/queries/diff-site'
import { defineCommand } from '../../command/command'
import { formatDiff } from '../../format/format-diff'
import { ensureReleases } from './fetch'

const usage = [
  'site diff <a> <b> [--json]               what would change: "live", a composition\'s number or <package>@<version>[,…]',
]

export const diff = defineCommand({
  usage,
  options: { json: { type: 'boolean' } },
  async run({ positionals: [a, b, ...others], values }, context) {
    if (!a || others.length > 0) throw new Refusal(usage.join('\n'))
    // One name is compared with what is live.
    const [before, after] = b === undefined ? ['live', a] : [a, b]
    const found = await diffSite(context.store, [await ensurePublished(before), await ensurePublished(after)])
    context.print(values.json ? JSON.stringify(found, null, 2) : formatDiff(found))

    async function ensurePublished(name: string): Promise<string> {
      const wanted = name.split(',').map((it) => it.split('@'))
      if (!wanted.every(([, version]) => version)) return name
      const ensured = await ensureReleases(context, Object.fromEntries(wanted))
      return Object.entries(ensured)
        .map(([it, version]) => `${it}@${version}`)
        .join()
    }
  },
})
