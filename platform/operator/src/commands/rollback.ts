import { rollBack } from '@platform/site/changes/roll-back'
import { audited, defineCommand, parseCount, reasonOf, withReason } from '../command/command'

export const rollback = defineCommand({
  usage: ['site rollback [<composition>]            go back to the composition before, or to the one given'],
  options: withReason,
  async run({ positionals: [number], values }, context) {
    const { store, print } = context
    const wanted = number === undefined ? undefined : parseCount(number)
    const goBack = () => rollBack(store, wanted)
    const { from, to, composedFrom } = await audited(
      context,
      { action: 'rollback', target: number, reason: reasonOf(values) },
      goBack,
    )
    print(
      composedFrom === undefined
        ? `Composition ${to} is live again, in the place of ${from}`
        : `Composition ${to} is live in the place of ${from}: the releases of ${composedFrom} with today's settings`,
    )
  },
})
