import { Refusal } from '@platform/base/errors/refusal'
import { checkActivation } from '@platform/site/queries/check-activation'
import { defineCommand, limitsOf, parseVersions } from '../../command/command'
import { ensureReleases } from './fetch'

/** Of a check that found something, so that a script can tell it from a command that failed. */
const DOES_NOT_FIT = 2

const everything = (kept: readonly string[]) => kept

export const check = defineCommand({
  usage: [
    'site check [<package>@<version> …]       whether releases would go live, pages rendered; changes nothing',
    '    [--render-all]                         … every page rendered and compared, none taken as it is kept',
  ],
  options: { 'render-all': { type: 'boolean' } },
  async run({ positionals, values }, context) {
    const { store, print } = context
    const limits = { ...limitsOf({}, context), ...(values['render-all'] && { renderedAgain: everything }) }
    const versions = await ensureReleases(context, parseVersions(positionals))
    const { releases, documents, problems } = await checkActivation(store.copy, versions, limits)
    const names = positionals.length > 0 ? Object.keys(parseVersions(positionals)) : Object.keys(releases)
    const checked = names.map((name) => `${name}@${releases[name]}`).join(', ')
    const verb = names.length === 1 ? 'fits' : 'fit'
    if (problems.length === 0) {
      return print(`${checked} ${verb}: everything compared, ${documents} documents looked at, nothing changed`)
    }
    const refusal = `${checked} ${verb === 'fits' ? 'does' : 'do'} not fit:\n  ${problems.join('\n  ')}`
    throw new Refusal(refusal, { exitCode: DOES_NOT_FIT })
  },
})
