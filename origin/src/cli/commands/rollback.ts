import { rollBack } from '../../composition/rollback'
import { defineCommand, parseCount } from '../command'

export const rollback = defineCommand({
  usage: ['site rollback [<composition>]            go back to the composition before, or to the one given'],
  options: {},
  async run({ positionals: [number] }, { folders, print }) {
    const { from, to, composedFrom } = await rollBack(folders, number === undefined ? undefined : parseCount(number))
    print(
      composedFrom === undefined
        ? `Composition ${to} is live again, in the place of ${from}`
        : `Composition ${to} is live in the place of ${from}: the releases of ${composedFrom} with today's settings`,
    )
  },
})
