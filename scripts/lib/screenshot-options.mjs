import { parseArgs } from 'node:util'
import { consoleSections, pages, states } from './page-states.mjs'

const names = [pages, states, consoleSections].flatMap((all) => Object.keys(all))

/** @throws Error that says what there is: a name that is misspelt must not cost the pictures that are there */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      site: { type: 'string' },
      width: { type: 'string', multiple: true, default: ['360', '1280'] },
      only: { type: 'string', multiple: true, default: names },
    },
  })
  const unknown = values.only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are:\n${names.join(', ')}`)
  const wrong = values.width.filter((width) => !/^[1-9]\d*$/.test(width))
  if (wrong.length > 0) throw new Error(`--width is a number of pixels, not ${wrong.join(', ')}`)
  return { ...values, width: values.width.map(Number) }
}
