import { nameOf, type Release } from '../manifest/release'
import { blocksOf } from '../manifest/site-map'
import { schemaMisfits } from './calls/schema-fits'

export function compareBlocks(releases: readonly Release[]): string[] {
  const live = blocksOf(releases)
  return releases.flatMap((release) =>
    release.pages.flatMap(({ path, blocks = [], isolated }) =>
      blocks.flatMap(({ name, props }) => {
        if (isolated) return [`${nameOf(release)} places ${name} on ${path}, which lets in no other package`]
        const found = live.get(name)
        const fields = Object.entries(props).map(([field, value]) => [field, { const: value }])
        const given = {
          type: 'object',
          properties: Object.fromEntries(fields),
          required: Object.keys(props),
          additionalProperties: false,
        }
        return schemaMisfits(given, found?.block.props ?? {}).map(
          (misfit) =>
            `${nameOf(release)} places ${name} on ${path} with the prop ${misfit.path} that ${misfit.reason}, ` +
            `as ${found && nameOf(found.release)} has it`,
        )
      }),
    ),
  )
}
