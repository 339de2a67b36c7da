import { sha256 } from '@platform/base/durable/digest'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Signer } from '../signatures/signatures'
import type { Statement } from '../signatures/statement'

const actorSchema = Type.Object({
  /** `origin`: what nobody asked for, such as an automatic rollback. */
  kind: Type.Union([Type.Literal('user'), Type.Literal('ci'), Type.Literal('console'), Type.Literal('origin')]),
  /** The system's user, who started the CI run, the console's login, or the origin's own name. */
  name: Type.String(),
  host: Type.Optional(Type.String()),
  /** The CI run: `acme/catalog, run 4711`. */
  run: Type.Optional(Type.String()),
})

const stateSchema = Type.Record(Type.String(), Type.Unknown())

const entrySchema = Type.Object({
  /** When it was written; ISO 8601, UTC. */
  at: Type.String(),
  actor: actorSchema,
  /** The command's name: `activate`, `canary start`. */
  action: Type.String(),
  /** What it was to work on, as typed: `catalog@1.6.0`. */
  target: Type.Optional(Type.String()),
  /** Packages it concerned. */
  packages: Type.Array(Type.String()),
  before: Type.Optional(stateSchema),
  after: Type.Optional(stateSchema),
  /** What a person said, or what the origin found. */
  reason: Type.Optional(Type.String()),
  /** Why it was not done. */
  refusal: Type.Optional(Type.String()),
  /** SHA-256 of the entry before; the first has none. */
  previous: Type.Optional(Type.String()),
  /** Fingerprint of the operator's key it is signed with; none in what is done without that key. */
  key: Type.Optional(Type.String()),
  /** SHA-256 of this entry without this field and the next. */
  digest: Type.String(),
  /** The operator's, of the digest. */
  signature: Type.Optional(Type.String()),
})

/** Who does something. */
export type Actor = Static<typeof actorSchema>
/** One entry as it is kept. */
export type AuditEntry = Static<typeof entrySchema>
/** What whoever does something has to say; the rest is added. */
export type AuditedAction = {
  action: string
  actor: Actor
  target?: string | undefined
  packages?: readonly string[]
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  reason?: string | undefined
  refusal?: string | undefined
}

const checker = Compile(entrySchema)

/** The entry of a line; `undefined` when it is none. */
export function parseEntry(line: string): AuditEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return checker.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

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
