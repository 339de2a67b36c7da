import './globals'
import fc from 'fast-check'
import { type Outcome, runHistory } from './history'
import { type Plan, planArbitrary } from './plan'
import { createTables } from './shop/database'

/** With `caughtBy`, one history that breaks any of these invariants is looked for; else all must hold. */
type Job = { seed: number; runs: number; isTraced?: boolean; caughtBy?: string[] }

const MOST_SMALLER = 150
const MOST_LINES = 80

async function work({ seed, runs, isTraced, caughtBy }: Job): Promise<boolean> {
  await createTables()
  let broken = 0
  for (let at = seed; at < seed + runs; at += 1) {
    const [{ outcome }, smallest] = await runSeed(at, !caughtBy)
    const isCaught = outcome.breaches.some(({ invariant }) => caughtBy?.includes(invariant))
    if (caughtBy && !isCaught) continue
    if (isTraced) console.log(outcome.lines.join('\n'))
    console.log(formatHistory(at, outcome, smallest))
    if (isCaught) return true
    if (outcome.breaches.length > 0) broken += 1
  }
  if (!caughtBy) console.log(`${runs} histories, ${broken} with a breach`)
  return !caughtBy && broken === 0
}

function formatHistory(seed: number, { breaches, digest }: Outcome, smallest: Run | undefined): string {
  if (breaches.length === 0) return `seed ${seed}: no breach, digest ${digest}`
  const story = smallest ? [JSON.stringify(smallest.plan), ...selectStory(smallest.outcome)] : []
  return [
    `seed ${seed} breaks: ${[...new Set(breaches.map(({ invariant }) => invariant))].join(', ')}`,
    ...breaches.map(({ invariant, text }) => `  ${invariant}: ${text}`),
    ...(smallest ? ['the smallest history that breaks it:'] : []),
    ...story.map((line) => `  ${line}`),
  ].join('\n')
}

type Run = { plan: Plan; outcome: Outcome }

async function runSeed(seed: number, isShrunk: boolean): Promise<[Run, Run | undefined]> {
  let first: Run | undefined
  let smallest: Run | undefined
  let left = MOST_SMALLER
  const holds = async (plan: Plan): Promise<boolean> => {
    if (left <= 0) return true
    left -= 1
    const run = { plan, outcome: await runHistory(plan) }
    first ??= run
    const broken = first.outcome.breaches[0]?.invariant
    const isBroken = run.outcome.breaches.some(({ invariant }) => invariant === broken)
    if (isBroken) smallest = run
    return !isBroken
  }
  await fc.check(fc.asyncProperty(planArbitrary, holds), {
    seed,
    numRuns: 1,
    unbiased: true,
    endOnFailure: !isShrunk,
  })
  if (!first) throw new Error(`There is no plan of seed ${seed}`)
  return [first, isShrunk ? smallest : undefined]
}

function selectStory({ lines, breaches }: Outcome): string[] {
  const names = breaches.flatMap(({ about }) => about).filter((name) => name !== '')
  const general = /^\S+ \S+ {2}(?:server \d+ |stripe |paypal |the database |all is well)/
  const selected = lines.filter((line) => general.test(line) || names.some((name) => line.includes(name)))
  return selected.slice(-MOST_LINES)
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

process.on('unhandledRejection', fail)
work(JSON.parse(process.argv[2] ?? '{}')).then((isRight) => process.exit(isRight ? 0 : 1), fail)
