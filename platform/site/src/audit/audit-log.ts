import { maskKeys } from '@platform/base/errors/mask-secrets'
import { messageOf } from '@platform/base/errors/refusal'
import { type AuditEntry, type AuditedAction, digestOfLine, parseEntry, seal } from '../model/audit-entry'
import type { Signer } from '../signatures/signatures'
import type { AuditLog } from '../store/site-store'
import { findAlteration } from './find-alteration'
import { findCut, rememberHead } from './remembered-head'

/** A refusal can list hundreds of pages; nobody reads on after this many characters. */
const MAX_TEXT = 4_000

/** `line` counts from 1. */
export type NumberedEntry = AuditEntry & { line: number }
/** `alteration` names the first line that is not as it was written; the entries are all that can be read, the oldest first. */
export type AuditTrail = { entries: NumberedEntry[]; alteration: string | undefined }

/**
 * Adds what was done or refused to the site's audit log. Every entry carries the digest of the one before, and what an
 * operator does is signed, so one that is altered, taken out or put in later is found, also when all digests are computed
 * anew. Keys, passwords and card numbers are taken out.
 * @throws Error when it cannot be kept: a full disk, a database that is away
 */
export async function appendEntry(log: AuditLog, audited: AuditedAction): Promise<void> {
  const { reason, refusal, packages = [], ...rest } = audited
  const entry = { at: new Date().toISOString(), ...rest, packages, reason: cut(reason), refusal: cut(refusal) }
  const signer = await signerFor(log, audited)
  const added = await log.append((last) => {
    const body = maskKeys(JSON.stringify({ ...entry, previous: last === undefined ? undefined : digestOfLine(last) }))
    return seal(body, signer)
  })
  await rememberHead(log, added)
}

/** An origin has no key; and what somebody does without one, a refusal above all, is recorded all the same. */
async function signerFor({ signatures }: AuditLog, { actor }: AuditedAction): Promise<Signer | undefined> {
  return actor.kind === 'origin' ? undefined : signatures.signer().catch(() => undefined)
}

/** For what must not fail for its entry's sake; gives what went wrong. */
export async function tryAppendEntry(log: AuditLog, audited: AuditedAction): Promise<string | undefined> {
  return appendEntry(log, audited).then(() => undefined, messageOf)
}

/** All of it, looked at: digests, signatures, and whether what this machine has seen before is still there. */
export async function readAuditTrail(log: AuditLog): Promise<AuditTrail> {
  const lines = await log.read()
  const entries = lines.flatMap((text, index) => {
    const entry = parseEntry(text)
    return entry ? [{ ...entry, line: index + 1 }] : []
  })
  const alteration = findAlteration(lines, await log.signatures.believed()) ?? (await findCut(log, lines))
  const last = lines.at(-1)
  if (alteration === undefined && last !== undefined) await rememberHead(log, { number: lines.length, line: last })
  return { entries, alteration }
}

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text
}
