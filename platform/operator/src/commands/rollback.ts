import { rollBack } from '@platform/site/changes/roll-back'
import { because, defineCommand, parseCount, recorded } from '../command/command'

export const rollback = defineCommand({
  usage: ['site rollback [<composition>]            go back to the composition before, or to the one given'],
  options: because,
  async run({ positionals: [number], values }, context) {
    const { folders, print } = context
    const wanted = number === undefined ? undefined : parseCount(number)
    const act = () => rollBack(folders, wanted)
    const { from, to, composedFrom } = await recorded(context, { act: 'rollback', asked: number, ...values }, act)
    print(
      composedFrom === undefined
        ? `Composition ${to} is live again, in the place of ${from}`
        : `Composition ${to} is live in the place of ${from}: the releases of ${composedFrom} with today's settings`,
    )
  },
})
