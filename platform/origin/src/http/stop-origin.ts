import type { Server } from 'node:http'
import { closeServers } from './listen'

/**
 * Lets requests finish before what they need is closed: a payment keeps its database until it has its answer.
 * @param timeoutMs after which requests are cut off
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
