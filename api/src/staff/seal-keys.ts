import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type KeySealer = ReturnType<typeof createKeySealer>

/** Encrypts second factors under a key of the shop's secret, so that a stolen database shows none. */
export function createKeySealer(secrets: readonly [string, ...string[]]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'second factors of the desk', 32)))
  const [key = Buffer.of()] = keys

  function openWith(key: Buffer, bytes: Buffer): string | undefined {
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }

  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `.${Buffer.concat(sealed).toString('base64url')}`
    },
    /** Earlier releases kept the text itself. @returns `undefined` under a secret that is not known any more */
    open(kept: string): string | undefined {
      if (!kept.startsWith('.')) return kept
      const bytes = Buffer.from(kept.slice(1), 'base64url')
      return keys.map((it) => openWith(it, bytes)).find((text) => text !== undefined)
    },
  }
}
