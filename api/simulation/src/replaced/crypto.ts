/** Replaces `node:crypto` in the shop's modules: random values come from the actor. */

import { bytesOf, currentActor } from '../world/actors'

export {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  timingSafeEqual,
  verify,
} from 'node:crypto'

export function randomBytes(size: number): Buffer {
  return bytesOf(currentActor()?.random ?? { uniform: () => 0.5 }, size)
}

export function randomUUID(): string {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
