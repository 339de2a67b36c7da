import type { Random } from '@platform/base/testing/random'
import { has } from '../plan'
import type { Item } from '../shop/price-board'
import type { SimulatedWorld } from '../simulated-world'
import { DAY, HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { note, reach } from '../world/trace'
import { type LeftOpen, payByCard } from './card'
import { createPage, type Outcome, type Page } from './page'
import { noteBegun, noteNotBegun, type Person } from './person'
import { payByWallet } from './wallet'

const MAX_ATTEMPTS = 4

/** Behaves as buyers do: several tabs and clicks, other ways to pay, other baskets, pages closed at every step. */
export async function buy(world: SimulatedWorld, number: number): Promise<void> {
  const name = `buyer ${number}`
  const random = streamOf(world.plan.seed, name)
  const person: Person = { name, email: `buyer${number}@example.com`, orderIds: [], meant: 1, begun: new Map() }
  world.people.push(person)
  await sleep(between(random, MINUTE, world.plan.buyingDays * DAY))
  const items = pickBasket(world, random)
  const leftOpen: LeftOpen[] = []
  const tabs = random.pick([1, 1, 1, 2])
  if (tabs > 1) reach('two tabs')
  const visits = Array.from({ length: tabs }, (_, tab) => () => visit(world, person, tab + 1, items, leftOpen))
  if (random.chance(0.5)) await Promise.all(visits.map((go) => go()))
  else for (const go of visits) await go()
  if (random.chance(0.5)) await useLeftOpen(world, random, leftOpen)
  if (random.chance(0.15)) await buyAgain(world, person, random, leftOpen)
  await comeBack(world, person)
}

/** Looks once more, days later: at what was sent back too. */
async function comeBack(world: SimulatedWorld, { name, email, orderIds }: Person): Promise<void> {
  const random = streamOf(world.plan.seed, `${name}, later`)
  if (random.chance(0.5)) return
  await sleep(between(random, HOUR, 60 * HOUR))
  for (const orderId of orderIds)
    await createPage(world, { orderId, person: name, email, items: [], isAmountOnly: true }).readStatus()
}

function pickBasket({ prices }: SimulatedWorld, random: Random): Item[] {
  const [id, quantity] = random.pick<[number, number]>([
    [14, 1],
    [1, 1],
    [17, 2],
    [1, 5],
  ])
  return [prices.itemOf(id, quantity)]
}

/** Also a day later, when what could be paid there has ended. */
async function useLeftOpen(world: SimulatedWorld, random: Random, leftOpen: readonly LeftOpen[]): Promise<void> {
  await sleep(random.pick([10 * SECOND, MINUTE, HOUR, 20 * HOUR, 26 * HOUR]))
  if (trueNow() < world.healsAt) for (const go of leftOpen) go()
}

async function buyAgain(world: SimulatedWorld, person: Person, random: Random, leftOpen: LeftOpen[]): Promise<void> {
  await sleep(random.pick([10 * MINUTE, 26 * HOUR]))
  reach('a person buys again')
  person.meant += 1
  await visit(world, person, 9, pickBasket(world, random), leftOpen)
}

async function visit(
  world: SimulatedWorld,
  person: Person,
  tab: number,
  items: readonly Item[],
  leftOpen: LeftOpen[],
): Promise<void> {
  const orderId = `order_${person.name.replace(' ', '')}_tab${tab}`
  const random = streamOf(world.plan.seed, orderId)
  person.orderIds.push(orderId)
  const isAmountOnly = random.chance(0.08)
  const leave = (open: LeftOpen) => leftOpen.push(open)
  const about = { orderId, person: person.name, email: person.email }
  let page = createPage(world, { ...about, items, isAmountOnly })
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && trueNow() < world.healsAt; attempt += 1) {
    const earlier = leftOpen.at(-1)
    if (attempt > 1 && earlier && random.chance(0.2)) void sleep(between(random, 0, MINUTE)).then(earlier)
    const before = noteBegun(person, page.visit, trueNow())
    const outcome = await (random.chance(0.5) ? payByCard : payByWallet)(world, page, random, leave)
    if (!page.isBegun()) noteNotBegun(person, orderId, before)
    const next = await decide(world, person, page, random, outcome)
    if (next === 'leave' && !(await openAgain(page, random))) return
    if (random.chance(0.2) && has(world.plan, 'prices')) {
      reach('another basket for the same order')
      const [item] = pickBasket(world, random)
      page = createPage(world, { ...about, items: item ? [item] : items, isAmountOnly: false })
    }
    await sleep(between(random, SECOND, 20 * MINUTE))
  }
}

/**
 * Who has left the page, however sure of what has become of it, opens it again before long and goes by what it says now.
 * @returns whether to pay, or to try to
 */
async function openAgain(page: Page, random: Random): Promise<boolean> {
  if (random.chance(0.5)) return false
  reach('the page is opened again')
  await sleep(random.pick([5 * SECOND, MINUTE, 20 * MINUTE]))
  const { outcome } = await page.readStatus()
  if (outcome === 'paid') return random.chance(0.1)
  if (outcome === 'again' && random.chance(0.5)) return true
  if (random.chance(0.4) && (await page.abandon())) reach('the buyer gives up')
  return false
}

/** What the buyer does after what the page has said. */
async function decide(
  _world: SimulatedWorld,
  person: Person,
  page: Page,
  random: Random,
  outcome: Outcome,
): Promise<'stay' | 'leave'> {
  const { orderId } = page.visit
  if (outcome === 'paid' || outcome === 'left' || outcome === 'waiting') return 'leave'
  if (outcome === 'similar') {
    reach('the shop asks about a similar order')
    if (random.chance(0.6)) return 'leave'
    page.confirmRepeat()
    person.meant += 1
    return 'stay'
  }
  if (outcome === 'unknown') {
    if (random.chance(0.4)) return 'leave'
    await sleep(random.pick([5 * SECOND, 20 * SECOND, MINUTE, 20 * MINUTE, 2 * HOUR]))
    const read = await page.readStatus()
    return read.outcome === 'again' && random.chance(0.6) ? 'stay' : 'leave'
  }
  if (random.chance(0.3)) {
    if (await page.abandon()) reach('the buyer gives up')
    return 'leave'
  }
  if (random.chance(0.3)) {
    note(`${person.name} goes away from ${orderId}`)
    return 'leave'
  }
  return 'stay'
}
