import { sha256 } from '@platform/base/durable/digest'
import { parseEntry } from '../model/audit-entry'
import type { Signer } from '../signatures/signatures'
import type { Statement } from '../signatures/statement'

const SEAL = /,"digest":"[0-9a-f]{64}"(?:,"signature":"[\w+/=]+")?\}$/

/** The line of an entry: its digest, which the next one names, and who has signed that. */
export function seal(body: string, signer?: Signer): string {
  const whole = signer ? `${body.slice(0, -1)},"key":"${signer.fingerprint}"}` : body
  const digest = sha256(whole)
  const signature = signer ? `,"signature":"${signer.sign(entryStatement(digest))}"` : ''
  return `${whole.slice(0, -1)},"digest":"${digest}"${signature}}`
}

/** Whether the digest of a line is that of what it says. */
export function isSealed(line: string): boolean {
  return line.includes(`,"digest":"${sha256(line.replace(SEAL, '}'))}"`)
}

/** Of a line that was altered: of what stands there now, so that the chain goes on behind it. */
export function digestOfLine(line: string): string {
  return parseEntry(line)?.digest ?? sha256(line)
}

export function entryStatement(digest: string): Statement {
  return { kind: 'entry', name: '', digest }
}
