import { sha256 } from '@platform/base/durable/digest'
import { maskKeys } from '@platform/base/errors/mask-secrets'
import { messageOf } from '@platform/base/errors/refusal'
import { type AuditEntry, type AuditedAction, parseEntry } from '../model/audit-entry'
import type { AuditLog } from '../store/site-store'

/** A refusal can list hundreds of pages; nobody reads on after this many characters. */
const MAX_TEXT = 4_000

/** `line` counts from 1. */
export type NumberedEntry = AuditEntry & { line: number }
/** `alteration` names the first line that is not as it was written; the entries are all that can be read, the oldest first. */
export type AuditTrail = { entries: NumberedEntry[]; alteration: string | undefined }

/**
 * Adds what was done or refused to the site's audit log. Every entry carries the digest of the one before, so one that
 * is altered, taken out or put in later is found. Keys, passwords and card numbers are taken out.
 * @throws Error when it cannot be kept: a full disk, a database that is away
 */
export function appendEntry(log: AuditLog, audited: AuditedAction): Promise<void> {
  const { reason, refusal, packages = [], ...rest } = audited
  const entry = { at: new Date().toISOString(), ...rest, packages, reason: cut(reason), refusal: cut(refusal) }
  return log.append((last) => {
    const body = maskKeys(JSON.stringify({ ...entry, previous: last === undefined ? undefined : digestOf(last) }))
    return seal(body)
  })
}

/** For what must not fail for its entry's sake; gives what went wrong. */
export async function tryAppendEntry(log: AuditLog, audited: AuditedAction): Promise<string | undefined> {
  return appendEntry(log, audited).then(() => undefined, messageOf)
}

export async function readAuditTrail(log: AuditLog): Promise<AuditTrail> {
  const lines = await log.read()
  const entries = lines.flatMap((text, index) => {
    const entry = parseEntry(text)
    return entry ? [{ ...entry, line: index + 1 }] : []
  })
  return { entries, alteration: findAlteration(lines) }
}

/** The first line that is not as it was written, or does not follow the one before it; `undefined` when all do. */
export function findAlteration(lines: readonly string[]): string | undefined {
  let previous: string | undefined
  for (const [index, line] of lines.entries()) {
    const entry = parseEntry(line)
    if (!entry || seal(bodyOf(line)) !== line) return `Line ${index + 1} of the audit log was altered`
    if (entry.previous !== previous) {
      const before =
        index === 0 ? 'the first line was taken out' : `line ${index} was altered, or one after it taken out`
      return `Line ${index + 1} of the audit log does not follow the one before it: ${before}`
    }
    previous = entry.digest
  }
  return undefined
}

const SEAL = /,"digest":"[0-9a-f]{64}"\}$/

function seal(body: string): string {
  return `${body.slice(0, -1)},"digest":"${sha256(body)}"}`
}

function bodyOf(line: string): string {
  return line.replace(SEAL, '}')
}

/** Of a line that was altered: of what stands there now, so that the chain goes on behind it. */
function digestOf(line: string): string {
  return parseEntry(line)?.digest ?? sha256(line)
}

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text
}
