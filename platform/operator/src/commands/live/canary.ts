import { Refusal } from '@platform/base/errors/refusal'
import {
  finishCanary,
  type StartedCanary,
  type Steps,
  shareCanary,
  startCanary,
  stopCanary,
} from '@platform/site/changes/change-canary'
import { readStatus } from '@platform/site/queries/read-status'
import {
  allowing,
  audited,
  type CommandContext,
  defineCommand,
  limitsOf,
  parseDuration,
  parseVersions,
  type ReasonValues,
  reasonOf,
} from '../../command/command'
import { formatCanary } from '../../format/format-status'
import { ensureReleases } from '../releases/fetch'

const usage = [
  'site canary start <package>@<v> … --share 5            give releases to 5 % of the visitors, beside what is live',
  'site canary start … --steps 5,25,50 --every 10m        … and to more of them by and by; 100 as the last finishes',
  'site canary                              how it fares, and what its next step waits for',
  'site canary share <percent>              give the canary to another part of them; more moves nobody back',
  'site canary finish                       everybody gets it',
  'site canary stop                         everybody gets what is live',
]

export const canary = defineCommand({
  usage,
  options: { ...allowing, share: { type: 'string' }, steps: { type: 'string' }, every: { type: 'string' } },
  async run({ positionals: [step, ...rest], values }, context) {
    const { store, print } = context
    const reason = reasonOf(values)
    if (step === undefined) return showCanary(context)
    if (step === 'start') return start(context, rest, values)
    if (step === 'share' && rest.length === 1) {
      const entry = { action: 'canary share', target: rest[0], reason }
      const change = () => shareCanary(store, parseShare(rest[0]))
      const { composition, share } = await audited(context, entry, change, shareOf)
      return print(`Composition ${composition} is the canary of ${share} % of the visitors`)
    }
    if (step === 'finish' && rest.length === 0) {
      const finish = () => finishCanary(store)
      const { from, to } = await audited(context, { action: 'canary finish', reason }, finish)
      return print(`Composition ${to} is live for everybody, in the place of ${from}`)
    }
    if (step === 'stop' && rest.length === 0) {
      const stop = () => stopCanary(store)
      const entry = { action: 'canary stop', reason }
      const { stopped, live } = await audited(context, entry, stop, (it) => ({ stopped: it.stopped }))
      return print(`The canary, composition ${stopped}, has ended; everybody gets composition ${live}`)
    }
    throw new Refusal(usage.join('\n'))
  },
})

async function showCanary({ store, print }: CommandContext): Promise<void> {
  const { canary: running } = await readStatus(store)
  if (!running) throw new Refusal('No canary runs. Say for example "site canary start catalog@1.6.0 --share 5".')
  print(formatCanary(running).join('\n'))
}

/** What the audit log says of a canary. */
function shareOf({ composition, share }: { composition: number; share: number }) {
  return { canary: composition, share }
}

type Values = ReasonValues & {
  allow?: string[]
  share?: string | undefined
  steps?: string | undefined
  every?: string | undefined
}

async function start(context: CommandContext, names: readonly string[], values: Values): Promise<void> {
  if (names.length === 0) throw new Refusal('Name what to try, for example catalog@1.6.0.')
  const plan = planOf(values)
  const wanted = parseVersions(names)
  const entry = {
    action: 'canary start',
    target: names.join(' '),
    packages: Object.keys(wanted),
    reason: reasonOf(values),
  }
  const limits = limitsOf(values, context)
  const begin = async () => startCanary(context.store, await ensureReleases(context, wanted), plan, limits)
  const outcome = ({ number: composition, share, releases }: StartedCanary) => ({
    ...shareOf({ composition, share }),
    canaryReleases: releases,
    ...(plan.steps && { steps: plan.steps }),
  })
  const { number, releases, share } = await audited(context, entry, begin, outcome)
  const made = Object.entries(releases).map(([name, version]) => `${name}@${version}`)
  context.print(`Composition ${number} is the canary of ${share} % of the visitors: ${made.join(', ')}`)
}

/** `--share 5`, `--steps 5,25,50 --every 10m`, or both: then the steps come after the share. */
function planOf({ share, steps, every }: Values): { share: number; steps?: Steps } {
  const shares = steps?.split(',').map(parseShare) ?? []
  if (shares.length > 0 !== (every !== undefined)) throw new Refusal('--steps and --every belong together')
  const [first, ...later] = share === undefined ? shares : [parseShare(share), ...shares]
  if (first === undefined) throw new Refusal('Say for how many of the visitors, for example --share 5.')
  return { share: first, ...(every !== undefined && { steps: { shares: later, everyMs: parseDuration(every) } }) }
}

function parseShare(text = ''): number {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(text)) throw new Refusal(`"${text}" is not a share in percent such as 5 or 0.5`)
  return Number(text)
}
