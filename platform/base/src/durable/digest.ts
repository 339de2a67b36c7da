import { createHash, hash } from 'node:crypto'

export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

export function base64Digest(algorithm: 'sha256' | 'sha384', content: string | Uint8Array): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`
}
