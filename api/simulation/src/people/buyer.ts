import type { Random } from '@platform/base/testing/random'
import type { World } from '../create-world'
import type { Plan } from '../plan'
import { baskets } from '../shop/servers'
import { between, streamOf } from '../world/actors'
import { HOUR, MINUTE, SECOND, sleep, trueNow } from '../world/clock'
import { createPage, type Outcome, type Page } from './page'
import { type LeftOpen, payByCard, payByWallet } from './pay'

const MAX_ATTEMPTS = 4

export async function buy(world: World, { seed, at }: Plan['buyers'][number], number: number): Promise<void> {
  const random = streamOf(seed, `buyer ${number}`)
  await sleep(at)
  const tabs = random.pick([1, 1, 1, 2])
  // Tabs of one browser share an order; browsers do not.
  const isOneOrder = random.chance(0.5)
  const leftOpen: LeftOpen[] = []
  const visits = Array.from({ length: tabs }, (_, tab) => () => {
    const orderId = `order_buyer${number}_${isOneOrder ? 1 : tab + 1}`
    return visit(world, streamOf(seed, `tab ${tab}`), { orderId, person: `buyer ${number}` }, leftOpen)
  })
  if (random.chance(0.5)) await Promise.all(visits.map((go) => go()))
  else for (const go of visits) await go()
  await sleep(random.pick([10 * SECOND, MINUTE, HOUR, 20 * HOUR]))
  if (random.chance(0.5) && trueNow() < world.healsAt) for (const go of leftOpen) go()
  if (random.chance(0.5)) return
  await sleep(between(random, HOUR, 30 * HOUR))
  const about = { person: `buyer ${number}`, email: emailOf(number), basket: baskets[0], isAmountOnly: false }
  await createPage(world, { orderId: `order_buyer${number}_1`, ...about }).readStatus()
}

const emailOf = (number: number | string) => `buyer${number}@example.com`

async function visit(
  world: World,
  random: Random,
  { orderId, person }: { orderId: string; person: string },
  leftOpen: LeftOpen[],
): Promise<void> {
  const email = emailOf(person.replace('buyer ', ''))
  const open = (isAmountOnly: boolean) =>
    createPage(world, { orderId, person, email, basket: random.pick(baskets), isAmountOnly })
  let page = open(random.chance(0.08))
  const leave = (go: LeftOpen) => leftOpen.push(go)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && trueNow() < world.healsAt; attempt += 1) {
    const earlier = leftOpen.at(-1)
    if (attempt > 1 && earlier && random.chance(0.4)) void sleep(between(random, 0, MINUTE)).then(earlier)
    const outcome = await (random.chance(0.5) ? payByCard : payByWallet)(world, page, random, leave)
    if (!(await goesOn(page, random, outcome)) && !(await opensAgain(page, random))) return
    if (random.chance(0.2)) page = open(false)
    await sleep(between(random, SECOND, 20 * MINUTE))
  }
}

async function goesOn(page: Page, random: Random, outcome: Outcome): Promise<boolean> {
  if (outcome === 'paid' || outcome === 'left' || outcome === 'processing') return false
  if (outcome === 'similar') {
    page.confirmRepeat()
    return random.chance(0.4)
  }
  if (outcome === 'unknown') {
    if (random.chance(0.4)) return false
    await sleep(random.pick([5 * SECOND, MINUTE, 20 * MINUTE, 2 * HOUR]))
    return (await page.readStatus()).outcome === 'again' && random.chance(0.6)
  }
  if (random.chance(0.3)) {
    await page.abandon()
    return false
  }
  return random.chance(0.7)
}

async function opensAgain(page: Page, random: Random): Promise<boolean> {
  if (random.chance(0.5)) return false
  await sleep(random.pick([5 * SECOND, MINUTE, 20 * MINUTE]))
  const { outcome } = await page.readStatus()
  if (outcome === 'paid') return random.chance(0.1)
  if (outcome === 'again' && random.chance(0.5)) return true
  if (random.chance(0.4)) await page.abandon()
  return false
}
