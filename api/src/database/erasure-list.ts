import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createPrivateFile } from './data-folder'

type Erasure = { digest: string; at: string }

/** Addresses, accounts and orders as keyed digests: a restored backup must not bring an erased person back. */
const fileIn = (dataDir: string) => path.join(dataDir, 'erasures')

/** The first line is the key. */
export function recordErasure(dataDir: string, erased: readonly string[]): void {
  const file = fileIn(dataDir)
  createPrivateFile(file, `${randomBytes(32).toString('base64url')}\n`)
  const at = new Date().toISOString()
  const digests = new Set(erased.map((text) => readErasures(dataDir)?.digestOf(text)))
  appendFileSync(file, [...digests].map((digest) => `${JSON.stringify({ digest, at })}\n`).join(''))
}

/** @returns `undefined` if no person was erased yet */
export function readErasures(dataDir: string | undefined) {
  if (!dataDir || !existsSync(fileIn(dataDir))) return undefined
  const [key = '', ...lines] = readFileSync(fileIn(dataDir), 'utf8').split('\n')
  const erasures = lines.filter(Boolean).map((line): Erasure => JSON.parse(line))
  return {
    erasures: new Map(erasures.map(({ digest, at }) => [digest, new Date(at)])),
    digestOf: (text: string) => createHmac('sha256', key).update(mailboxOf(text)).digest('base64url'),
  }
}

/** The provider's record of an order still names its erased buyer. */
export function isOrderErased(dataDir: string | undefined, orderId: string): boolean {
  const list = readErasures(dataDir)
  return list?.erasures.has(list.digestOf(orderId)) ?? false
}

/** As `isMailbox` reads addresses in the database. */
function mailboxOf(text: string): string {
  return text
    .replace(/^.*<|>.*$/g, '')
    .replace(/^[ .]+|[ .]+$/g, '')
    .toLowerCase()
}
