import { replaceFile } from '../../files/durable'
import { readLiveSite } from '../../nginx/read-live-site'
import { renderLocations } from '../../nginx/render-locations'
import { defineCommand } from '../command'

export const nginx = defineCommand({
  usage: ['site nginx [--out <file>]                the live site as locations for nginx'],
  options: { out: { type: 'string' } },
  async run({ values }, { folders, print }) {
    const source = await readLiveSite(folders)
    const text = renderLocations(source)
    if (values.out === undefined) return print(text)
    await replaceFile(values.out, text)
    print(`Composition ${source.composition.number} is in ${values.out}; "nginx -s reload" makes nginx serve it`)
  },
})
