import './globals'
import fc from 'fast-check'
import { type Outcome, runHistory } from './history'
import { type Plan, planArbitrary } from './plan'
import { createTables } from './shop/database'

type Job = { seed: number; runs: number; isTraced?: boolean; isShrunk?: boolean; until?: string[] }

const MOST_SMALLER = 150
const MOST_LINES = 80

async function work({ seed, runs, isTraced, isShrunk, until }: Job): Promise<void> {
  await createTables()
  for (let at = seed; at < seed + runs; at += 1) {
    const [first, smallest] = await runSeed(at, isShrunk === true)
    const { lines, ...outcome } = first.outcome
    const smaller = smallest && { smallest: JSON.stringify(smallest.plan), story: selectStory(smallest.outcome) }
    say({ seed: at, ...outcome, ...smaller, ...(isTraced && { lines }) })
    if (until && outcome.breaches.some(({ invariant }) => until.includes(invariant))) return
  }
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

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

process.on('unhandledRejection', fail)
work(JSON.parse(process.argv[2] ?? '{}')).then(() => process.exit(0), fail)
