import type { Server } from 'node:http'
import { closeServers } from './listen'

/**
 * Takes no more requests, lets those under way finish, and only then closes what they need: a payment that is
 * being confirmed keeps its database until it has its answer.
 * @param timeoutMs how long requests may take to finish; after that they are cut off.
 */
export async function stopOrigin(
  origin: { endStreams: () => void; close: () => Promise<void> },
  servers: readonly Server[],
  timeoutMs: number,
): Promise<void> {
  const drained = closeServers(servers, timeoutMs)
  origin.endStreams()
  await drained
  await origin.close()
}
