import { Refusal } from '@platform/base/errors/refusal'
import { makePreview, retirePreview } from '@platform/site/changes/make-preview'
import {
  allowing,
  audited,
  defineCommand,
  limitsOf,
  parseCount,
  parseDuration,
  parseVersions,
  reasonOf,
} from '../../command/command'
import { ensureReleases } from './fetch'

const usage = [
  'site preview <package>@<v> … [--for 72h] a signed link to releases that are not live; shows them to its browser alone',
  'site preview --retire <composition>      … and ends it',
]

export const preview = defineCommand({
  usage,
  options: { ...allowing, for: { type: 'string' }, retire: { type: 'string' } },
  async run({ positionals, values }, context) {
    const { store, print } = context
    if (values.retire !== undefined) {
      const number = parseCount(values.retire)
      const entry = { action: 'preview retire', target: values.retire, reason: reasonOf(values) }
      await audited(context, entry, () => retirePreview(store, number))
      return print(`Composition ${number} is no longer shown to anybody`)
    }
    if (positionals.length === 0) throw new Refusal(usage.join('\n'))
    const wanted = parseVersions(positionals)
    const lastsMs = values.for === undefined ? undefined : parseDuration(values.for)
    const entry = {
      action: 'preview',
      target: positionals.join(' '),
      packages: Object.keys(wanted),
      reason: reasonOf(values),
    }
    const limits = limitsOf(values, context)
    const make = async () => makePreview(store, await ensureReleases(context, wanted), lastsMs, limits)
    // The link is a key and belongs in no record.
    const { number, link, expiresAt } = await audited(context, entry, make, (it) => ({ preview: it.number }))
    print(
      `Composition ${number} is shown to whoever opens this link until ${expiresAt.slice(0, 16).replace('T', ' ')}:`,
    )
    print(link)
  },
})
