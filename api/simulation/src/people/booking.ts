import type { World } from '../create-world'
import { readBooks } from '../providers/books'
import { query } from '../shop/database'
import { MINUTE, sleep, trueNow } from '../world/clock'
import { between, streamOf } from '../world/random'
import { note, reach } from '../world/trace'
import { say } from './owner'

const DATES = ['12 January 2040, 9am to 5pm', '13 to 14 January 2040, 9am to 5pm'] as const
const person = { actor: 'owner', reason: 'simulated' }

export async function book(world: World, seed: number, orderId: string): Promise<void> {
  const { shop, sandbox } = world
  const random = streamOf(seed, 'booking')
  for (let turn = 0; turn < 3 && random.chance(0.7); turn += 1) {
    await sleep(between(random, 0, 20 * MINUTE))
    const paid = readBooks(sandbox).find((it) => it.orderId === orderId && it.takenPence > 0)
    if (!paid || trueNow() > world.healsAt) return
    const access = { orderId, key: paid.id }
    const { status, data } = await shop.post('/api/orders/booking', access)
    if (status !== 200) continue
    const { version, courses } = data as { version: number; courses: { courseId: number; people: object[] }[] }
    const named = courses.map(({ courseId, people }) => ({
      courseId,
      people: people.map((_, place) => ({ name: `Guest ${turn}`, email: `guest${place}.${orderId}@example.com` })),
    }))
    const change = { version, company: `Company ${turn}`, purchaseOrder: '', wishes: '', courses: named }
    const saved = await shop.post('/api/orders/booking', { ...access, change })
    note(`booking ${orderId} → ${saved.status} ${saved.code}`.trimEnd())
    reach(`booking: ${saved.status === 200 ? 'saved' : saved.code}`)
    const known = saved.status === 200 ? [] : (world.booked.get(orderId) ?? [''])
    if (saved.status === 200 || saved.code === 'lost') world.booked.set(orderId, [...known, change.company])
  }
}

export async function keepConfirming(world: World): Promise<void> {
  for (const { seed, afterMs } of world.plan.deeds) {
    await sleep(afterMs)
    if (trueNow() > world.healsAt) return
    await confirmDate(world, seed)
  }
}

async function confirmDate(world: World, seed: number): Promise<void> {
  const random = streamOf(seed, 'dates')
  const [first, ...others] = await query<{ id: string }>('select id from orders order by id')
  if (!first || random.chance(0.4)) return
  const { id: orderId } = random.pick([first, ...others])
  const operation = { do: 'confirm-booking' as const, orderId, when: random.pick(DATES), place: 'Leeds', ...person }
  for (let given = 0; given < 3; given += 1) {
    const { kind } = await say(world, operation)
    if (kind !== 'lost') return
    await sleep(between(random, 0, MINUTE))
  }
}
