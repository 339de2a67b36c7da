import { Refusal } from '@platform/base/errors/refusal'
import {
  finishCanary,
  type StartedCanary,
  type Steps,
  shareCanary,
  startCanary,
  stopCanary,
} from '@platform/site/changes/change-canary'
import {
  allowing,
  type CommandContext,
  defineCommand,
  limitsOf,
  parseDuration,
  parseVersions,
  recorded,
} from '../command/command'
import { bringReleases } from './fetch'

const usage = [
  'site canary start <package>@<v> … --share 5            give releases to 5 % of the visitors, beside what is live',
  'site canary start … --steps 5,25,50 --every 10m        … and to more of them by and by; 100 as the last finishes',
  'site canary share <percent>              give the canary to another part of them; more moves nobody back',
  'site canary finish                       everybody gets it',
  'site canary stop                         everybody gets what is live',
]

export const canary = defineCommand({
  usage,
  options: { ...allowing, share: { type: 'string' }, steps: { type: 'string' }, every: { type: 'string' } },
  async run({ positionals: [act, ...rest], values }, context) {
    const { folders, print } = context
    const { because: reason } = values
    if (act === 'start') return start(context, rest, values)
    if (act === 'share' && rest.length === 1) {
      const recording = { act: 'canary share', asked: rest[0], because: reason }
      const change = () => shareCanary(folders, parseShare(rest[0]))
      const { composition, share } = await recorded(context, recording, change, shareOf)
      return print(`Composition ${composition} is the canary of ${share} % of the visitors`)
    }
    if (act === 'finish' && rest.length === 0) {
      const finish = () => finishCanary(folders)
      const { from, to } = await recorded(context, { act: 'canary finish', because: reason }, finish)
      return print(`Composition ${to} is live for everybody, in the place of ${from}`)
    }
    if (act === 'stop' && rest.length === 0) {
      const stop = () => stopCanary(folders)
      const recording = { act: 'canary stop', because: reason }
      const { stopped, live } = await recorded(context, recording, stop, (it) => ({ stopped: it.stopped }))
      return print(`The canary, composition ${stopped}, has ended; everybody gets composition ${live}`)
    }
    throw new Refusal(usage.join('\n'))
  },
})

/** What the record says of a canary. */
function shareOf({ composition, share }: { composition: number; share: number }) {
  return { canary: composition, share }
}

type Values = {
  because?: string
  allow?: string[]
  share?: string | undefined
  steps?: string | undefined
  every?: string | undefined
}

async function start(context: CommandContext, names: readonly string[], values: Values): Promise<void> {
  if (names.length === 0) throw new Refusal('Name what to try, for example catalog@1.6.0.')
  const plan = planOf(values)
  const wanted = parseVersions(names)
  const recording = {
    act: 'canary start',
    asked: names.join(' '),
    packages: Object.keys(wanted),
    because: values.because,
  }
  const limits = limitsOf(values)
  const begin = async () => startCanary(context.folders, await bringReleases(context, wanted), plan, limits)
  const outcome = ({ number: composition, share, releases }: StartedCanary) => ({
    ...shareOf({ composition, share }),
    canaryReleases: releases,
    ...(plan.steps && { steps: plan.steps }),
  })
  const { number, releases, share } = await recorded(context, recording, begin, outcome)
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
