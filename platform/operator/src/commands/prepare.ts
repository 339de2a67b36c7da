import { Refusal } from '@platform/base/errors/refusal'
import { type PreparedReleases, prepareReleases } from '@platform/site/changes/prepare-releases'
import { allowing, audited, defineCommand, limitsOf, parseVersions, reasonOf } from '../command/command'
import { ensureReleases } from './fetch'

export const prepareCommand = defineCommand({
  usage: ['site prepare <package>@<version> …       render ahead what "activate" is to make live; nobody gets it yet'],
  options: allowing,
  async run({ positionals, values }, context) {
    if (positionals.length === 0) throw new Refusal('Name what to prepare, for example shell@2.0.0.')
    const wanted = parseVersions(positionals)
    const limits = limitsOf(values, context)
    const entry = {
      action: 'render ahead',
      target: positionals.join(' '),
      packages: Object.keys(wanted),
      reason: reasonOf(values),
    }
    const make = async () => prepareReleases(context.store, await ensureReleases(context, wanted), limits)
    const prepared = await audited(context, entry, make, (it) => ({ ahead: it.number }))
    context.print(describe(prepared, Object.keys(wanted)))
  },
})

function describe({ number, releases, outcome, expiresAt = '' }: PreparedReleases, wanted: readonly string[]): string {
  const nameAll = (names: readonly string[]) => names.map((name) => `${name}@${releases[name]}`)
  const all = nameAll(Object.keys(releases)).join(', ')
  if (outcome === 'already live') return `Composition ${number} is already made of these releases: ${all}`
  const was = outcome === 'prepared' ? 'is prepared' : 'was prepared before, and is kept'
  const until = expiresAt.slice(0, 16).replace('T', ' ')
  const way = `site activate ${nameAll(wanted).join(' ')}`
  return `Composition ${number} ${was} until ${until}: ${all}\nNobody gets it. To make it live at once: ${way}`
}
