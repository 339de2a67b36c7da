import { formatSkipped, rollBack } from '@platform/site/changes/roll-back'
import { audited, defineCommand, parseCount, reasonOf, withReason } from '../../command/command'

export const rollback = defineCommand({
  usage: ['site rollback [<composition>]            go back to the composition before, or to the one given'],
  options: withReason,
  async run({ positionals: [number], values }, context) {
    const { store, print } = context
    const wanted = number === undefined ? undefined : parseCount(number)
    const entry = { action: 'rollback', target: number, reason: reasonOf(values) }
    const goBack = () => rollBack(store, wanted)
    const { from, to, skipped, sharedDamage, settings } = await audited(context, entry, goBack, (it) => ({
      ...(it.skipped.length > 0 && { skipped: it.skipped }),
      ...(it.sharedDamage !== undefined && { sharedDamage: it.sharedDamage }),
    }))
    print(`Composition ${to} is live again, in the place of ${from}`)
    if (skipped.length > 0) print(formatSkipped(skipped))
    if (sharedDamage !== undefined) {
      print(
        `It is damaged, as what was live is: ${sharedDamage}. Origins that run go on from memory. ` +
          'To make it again before one starts: site activate <package>@<version>, one of its releases is enough.',
      )
    }
    if (settings.length > 0) {
      print(
        `Its pages have the settings of then; today's differ in ${settings.join(', ')}. ` +
          'To compose its releases with those of today: site activate <package>@<version>, one of them is enough.',
      )
    }
  },
})
