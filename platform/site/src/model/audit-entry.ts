import { sha256 } from '@platform/base/durable/digest'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Signer, Statement } from '../signatures/signatures'

const actorSchema = Type.Object({
  kind: Type.Union([Type.Literal('user'), Type.Literal('ci'), Type.Literal('console'), Type.Literal('origin')]),
  name: Type.String(),
  host: Type.Optional(Type.String()),
  run: Type.Optional(Type.String()),
})

const stateSchema = Type.Record(Type.String(), Type.Unknown())

const entrySchema = Type.Object({
  /** ISO 8601, UTC. */
  at: Type.String(),
  actor: actorSchema,
  action: Type.String(),
  target: Type.Optional(Type.String()),
  packages: Type.Array(Type.String()),
  before: Type.Optional(stateSchema),
  after: Type.Optional(stateSchema),
  reason: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.String()),
  /** Written just before the pointer moves, in case the process ends before it writes the outcome. */
  isIntent: Type.Optional(Type.Boolean()),
  /** Digest of the intent whose outcome this is. */
  intent: Type.Optional(Type.String()),
  /** SHA-256. */
  previous: Type.Optional(Type.String()),
  /** Fingerprint of the operator's key. */
  key: Type.Optional(Type.String()),
  /** SHA-256 of the entry without this field and the next. */
  digest: Type.String(),
  signature: Type.Optional(Type.String()),
})

export type Actor = Static<typeof actorSchema>
export type AuditEntry = Static<typeof entrySchema>
type Told = 'target' | 'before' | 'after' | 'reason' | 'refusal' | 'isIntent' | 'intent'
export type AuditedAction = Pick<AuditEntry, 'action' | 'actor'> & { packages?: readonly string[] } & {
  [Field in Told]?: AuditEntry[Field] | undefined
}

const checker = Compile(entrySchema)

export const parseEntry = (line: string): AuditEntry | undefined => parseChecked(checker, line)

const SEAL = /,"digest":"[0-9a-f]{64}"(?:,"signature":"[\w+/=]+")?\}$/

export function seal(body: string, signer?: Signer): string {
  const whole = signer ? `${body.slice(0, -1)},"key":"${signer.fingerprint}"}` : body
  const digest = sha256(whole)
  const signature = signer ? `,"signature":"${signer.sign(entryStatement(digest))}"` : ''
  return `${whole.slice(0, -1)},"digest":"${digest}"${signature}}`
}

export function isSealed(line: string): boolean {
  return line.includes(`,"digest":"${sha256(line.replace(SEAL, '}'))}"`)
}

/** Continues the chain behind an altered line with its present digest. */
export const digestOfLine = (line: string): string => parseEntry(line)?.digest ?? sha256(line)

export const entryStatement = (digest: string): Statement => ({ kind: 'entry', name: '', digest })
