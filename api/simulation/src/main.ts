import './globals'
import { type Outcome, runHistory } from './history'
import { type Plan, planOf, quarterOf } from './plan'
import { prepareDatabase } from './shop/database'
import { shrink } from './shrink'
import { selectStory } from './story'

/** What `run.mjs` asks of one process; every answer is one line of JSON. */
type Job = {
  /** The first seed, and the distance to the next one. */
  from: number
  step: number
  histories: number
  /** Milliseconds of real time after which no history is begun. */
  limitMs: number
  without: string[]
  isQuarter: boolean
  isTraced: boolean
  isShrunk: boolean
  stopsAtBreach: boolean
}

const realNow = process.hrtime.bigint
const milliseconds = () => Number(realNow() / 1_000_000n)

async function work(job: Job): Promise<void> {
  const begun = milliseconds()
  await prepareDatabase(__dirname)
  for (let done = 0; done < job.histories && milliseconds() - begun < job.limitMs; done += 1) {
    const plan = planFor(job, job.from + done * job.step)
    const started = milliseconds()
    const used = process.cpuUsage()
    const outcome = await runHistory(plan)
    const ms = milliseconds() - started
    const { user, system } = process.cpuUsage(used)
    const isBroken = outcome.breaches.length > 0
    const story = isBroken ? await storyOf(outcome, job) : undefined
    const { lines, ...said } = outcome
    say({ ...said, ms, cpuMs: Math.round((user + system) / 1_000), ...story, ...(job.isTraced && { lines }) })
    if (isBroken && job.stopsAtBreach) return
  }
}

function planFor({ without, isQuarter }: Job, seed: number): Plan {
  return (isQuarter ? quarterOf : planOf)(seed, without)
}

async function storyOf(outcome: Outcome, job: Job) {
  const [first] = outcome.breaches
  if (!first || !job.isShrunk) return { story: selectStory(outcome.lines, outcome.breaches) }
  const smallest = await shrink(planFor(job, outcome.seed), first.invariant, runHistory)
  const again = await runHistory(smallest)
  return { story: selectStory(again.lines, again.breaches), smallest: [...smallest.without] }
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

process.on('unhandledRejection', (error) => {
  say({ unhandled: error instanceof Error ? error.stack : String(error) })
})

work(JSON.parse(process.argv[2] ?? '{}')).then(
  () => process.exit(0),
  (error: unknown) => {
    say({ failed: error instanceof Error ? error.stack : String(error) })
    process.exit(1)
  },
)
