import type { Random } from '@platform/base/testing/random'
import type { LightMyRequestResponse } from 'fastify'
import { cards, createBuyer, newOrderId } from './buyer'
import type { TestApi } from './test-api'

/** One person who wants one basket once, on whatever devices, and what the pages have told them. */
export type Person = {
  email: string
  orderIds: string[]
  /** How often they were asked whether they want the same again, and said yes. */
  meant: number
  /** Orders of which a page has said that nothing is paid and nothing will be. */
  promised: Set<string>
}

type Outcome = 'paid' | 'again' | 'gone'
const certainlyUnpaid = ['payment_not_confirmed', 'payment_refused', 'payment_returned']
/** What a buyer's page does after a call that gave no clear answer. */
const MAX_ASKED = 4

const codeOf = (reply: LightMyRequestResponse): string => reply.json().code ?? ''

/**
 * Behaves as buyers and their pages do: several devices, tabs, methods and clicks, tabs lost at every step,
 * windows left open and paid in later. `shop` gives the server that answers now.
 */
export function createRandomPerson(shop: () => TestApi, { chance, pick }: Random, name: string): () => Promise<Person> {
  const person: Person = { email: `${name}@example.com`, orderIds: [], meant: 0, promised: new Set() }
  const leftOpen: (() => void)[] = []
  const buyer = () => createBuyer(shop())

  async function start(orderId: string, method: 'start' | 'startWallet'): Promise<LightMyRequestResponse | Outcome> {
    let confirmRepeat: true | undefined
    for (let asked = 0; asked < MAX_ASKED; asked += 1) {
      const changes = { customerEmail: chance(0.2) ? person.email.toUpperCase() : person.email, confirmRepeat }
      const clicks = await Promise.all(pick([[1], [1], [1, 2]]).map(() => buyer()[method](orderId, changes)))
      const begun = clicks.find(({ statusCode }) => statusCode === 200)
      if (begun) {
        person.promised.delete(orderId)
        return begun
      }
      const codes = clicks.map(codeOf)
      if (codes.includes('order_paid')) return 'paid'
      if (codes.includes('payment_processing')) return 'gone'
      if (!codes.includes('similar_order')) continue
      if (chance(0.75)) return 'gone'
      confirmRepeat = true
      person.meant += 1
    }
    return 'again'
  }

  /** The page says that it is cancelled only once the server has said so. */
  async function giveUp(orderId: string): Promise<Outcome> {
    for (let asked = 0; asked < MAX_ASKED; asked += 1) {
      const reply = await buyer().abandon(orderId)
      if (reply.statusCode === 200) {
        person.promised.add(orderId)
        return 'again'
      }
      if (codeOf(reply) === 'order_paid') return 'paid'
    }
    return 'gone'
  }

  /** While nobody knows, a page asks again or is closed; it never offers to pay again. */
  async function ask(call: () => Promise<LightMyRequestResponse>, look = call): Promise<Outcome | 'declined'> {
    for (let asked = 0; asked < MAX_ASKED; asked += 1) {
      const reply = await (asked === 0 ? call() : look())
      if (reply.statusCode === 200 || codeOf(reply) === 'order_paid') return 'paid'
      if (codeOf(reply) === 'instrument_declined') return 'declined'
      if (certainlyUnpaid.includes(codeOf(reply))) return 'again'
      if (chance(0.2)) return 'gone'
    }
    return 'gone'
  }

  async function payByCard(orderId: string): Promise<Outcome> {
    const started = await start(orderId, 'start')
    if (typeof started === 'string') return started
    leftOpen.push(() => void buyer().payCard(started))
    if (chance(0.1)) return giveUp(orderId)
    const number = pick([cards.good, cards.good, cards.declined, cards.slow, cards.slowFails])
    const intentId = buyer().payCard(started, number)
    if (chance(0.15)) return 'gone'
    const outcome = await ask(() => buyer().confirmCard(orderId, intentId))
    return outcome === 'declined' ? 'again' : outcome
  }

  async function payByWallet(orderId: string): Promise<Outcome> {
    const started = await start(orderId, 'startWallet')
    if (typeof started === 'string') return started
    const { payPal } = shop().fakeProviders
    if (chance(0.1)) return giveUp(orderId)
    const funding = pick(['balance', 'balance', 'declined', 'declined_once', 'pending'] as const)
    const id = buyer().approve(started, funding)
    if (chance(0.1)) return 'gone'
    if (chance(0.1)) return giveUp(orderId)
    const isCapturedHere = chance(0.4)
    // A page that cannot say that it captures leaves it to the server.
    const mayCapture = isCapturedHere && (await buyer().sayApproved(id)).statusCode === 200
    const isDeclined = mayCapture && payPal.capture(id).status === 422 ? true : undefined
    if (isDeclined && chance(0.2)) return 'gone'
    const look = () => buyer().lookAtWallet(id)
    const isApproved = isDeclined ? undefined : true
    let outcome = await ask(() => buyer().confirmWallet(id, { isDeclined, isApproved }), look)
    for (let restarts = 0; outcome === 'declined' && restarts < 2; restarts += 1) {
      if (chance(0.4)) return chance(0.3) ? 'gone' : giveUp(orderId)
      buyer().approveAgain(id, pick(['balance', 'declined']))
      outcome = await ask(() => buyer().confirmWallet(id), look)
    }
    return outcome === 'declined' ? giveUp(orderId) : outcome
  }

  async function visit(orderId: string): Promise<void> {
    for (let tries = 0; tries < 4; tries += 1) {
      if (chance(0.08)) return
      const outcome = await (chance(0.55) ? payByCard(orderId) : payByWallet(orderId))
      if (outcome !== 'again') return
    }
  }

  return async () => {
    const devices = Array.from({ length: pick([1, 1, 2, 3]) }, () => newOrderId())
    person.orderIds.push(...devices)
    if (chance(0.3)) await Promise.all(devices.map(visit))
    else for (const orderId of devices) await visit(orderId)
    if (chance(0.25)) for (const pay of leftOpen) pay()
    return person
  }
}
