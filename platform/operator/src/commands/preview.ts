import { Refusal } from '@platform/base/errors/refusal'
import { makePreview, retirePreview } from '@platform/site/changes/make-preview'
import {
  allowing,
  defineCommand,
  limitsOf,
  parseCount,
  parseDuration,
  parseVersions,
  recorded,
} from '../command/command'
import { bringReleases } from './fetch'

const usage = [
  'site preview <package>@<v> … [--for 72h] a signed link to releases that are not live; shows them to its browser alone',
  'site preview --retire <composition>      … and ends it',
]

export const preview = defineCommand({
  usage,
  options: { ...allowing, for: { type: 'string' }, retire: { type: 'string' } },
  async run({ positionals, values }, context) {
    const { folders, print } = context
    if (values.retire !== undefined) {
      const number = parseCount(values.retire)
      const recording = { act: 'preview retire', asked: values.retire, because: values.because }
      await recorded(context, recording, () => retirePreview(folders, number))
      return print(`Composition ${number} is no longer shown to anybody`)
    }
    if (positionals.length === 0) throw new Refusal(usage.join('\n'))
    const wanted = parseVersions(positionals)
    const lastsMs = values.for === undefined ? undefined : parseDuration(values.for)
    const recording = {
      act: 'preview',
      asked: positionals.join(' '),
      packages: Object.keys(wanted),
      because: values.because,
    }
    const limits = limitsOf(values)
    const make = async () => makePreview(folders, await bringReleases(context, wanted), lastsMs, limits)
    // The link is a key and belongs in no record.
    const { number, link, expiresAt } = await recorded(context, recording, make, (it) => ({ preview: it.number }))
    print(
      `Composition ${number} is shown to whoever opens this link until ${expiresAt.slice(0, 16).replace('T', ' ')}:`,
    )
    print(link)
  },
})
