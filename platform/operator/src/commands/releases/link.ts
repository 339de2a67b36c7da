import { Refusal } from '@platform/base/errors/refusal'
import { linkComposition } from '@platform/site/changes/link-composition'
import { audited, defineCommand, parseCount, reasonOf, withReason } from '../../command/command'

const usage = [
  'site link <composition>                  a permanent, signed address of a kept composition, for operators',
]

export const link = defineCommand({
  usage,
  options: withReason,
  async run({ positionals: [number, ...others], values }, context) {
    if (!number || others.length > 0) throw new Refusal(usage.join('\n'))
    const entry = { action: 'link', target: number, reason: reasonOf(values) }
    // The link is a key and belongs in no record.
    const made = await audited(context, entry, () => linkComposition(context.store, parseCount(number)))
    const names = Object.entries(made.releases).map(([name, version]) => `${name}@${version}`)
    context.print(
      `Composition ${number} (${names.join(', ')}), as long as it is kept; its browser shows it for an hour:`,
    )
    context.print(made.link)
    context.print('/preview/leave leads back to what is live.')
  },
})
