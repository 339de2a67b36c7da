import { AdminRefusal, type Operation } from '@site/api/testing/driven-parts'
import { query } from '../shop/database'
import type { SimulatedWorld } from '../simulated-world'
import { doAs } from '../world/actors'
import { SECOND, sleep, trueNow } from '../world/clock'
import { streamOf } from '../world/random'
import { note, reach } from '../world/trace'

/** What the shop answered to a command: a sentence, a refusal, or nothing because it was lost. */
export type CommandReply = { kind: 'done' | 'refused' | 'lost'; text: string; result: unknown }

/** Who gives the commands, and why. */
export const person = { actor: 'owner', reason: 'simulated' }
/** Nobody looks longer at a terminal that says nothing. */
const PATIENCE = 40 * SECOND

/** Gives one command to a server of the shop. */
export async function command(world: SimulatedWorld, operation: Operation): Promise<CommandReply> {
  const server = world.shop.anyServer()
  if (!server) return { kind: 'lost', text: 'no server', result: undefined }
  const { actor, calls } = server
  const work = doAs(actor, () => calls.command(operation))
  try {
    const patience = sleep(PATIENCE).then(() => undefined)
    const result = await Promise.race([world.shop.untilDeath(actor, work), patience])
    if (result === undefined) return { kind: 'lost', text: 'no answer', result }
    const random = streamOf(world.plan.seed, `answer to ${operation.do} at ${trueNow()}`)
    if (random.chance(world.trouble.network.failureRate)) return { kind: 'lost', text: 'the answer is lost', result }
    return { kind: 'done', text: typeof result === 'string' ? result : '', result }
  } catch (error) {
    if (error instanceof AdminRefusal) return { kind: 'refused', text: error.message, result: undefined }
    return { kind: 'lost', text: String(error), result: undefined }
  }
}

/** The same, by the owner, who remembers what was said. */
export async function say(world: SimulatedWorld, operation: Operation): Promise<CommandReply> {
  const reply = await command(world, operation)
  const about = 'orderId' in operation ? ` ${operation.orderId}` : ''
  note(`the owner: ${operation.do}${about} → ${reply.kind}: ${reply.text}`)
  reach(`owner: ${operation.do} ${reply.kind}`)
  if (operation.do === 'confirm' && reply.kind !== 'refused') world.confirmedByOwner.add(operation.orderId)
  // Whoever had no answer looks at the order.
  if (operation.do === 'cancel' && (reply.kind === 'done' || (await isCancelled(operation.orderId)))) {
    world.promises.withdraw(operation.orderId, ['update'])
    world.promises.give(operation.orderId, 'ended', 'the owner cancelled it', { isByPage: false })
  }
  return reply
}

async function isCancelled(orderId: string): Promise<boolean> {
  const [row] = await query<{ state: string }>(`select state from orders where id = '${orderId}'`)
  return row?.state === 'cancelled'
}
