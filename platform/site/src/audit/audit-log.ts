import { maskKeys } from '@platform/base/errors/mask-secrets'
import { fingerprintOf } from '@platform/release/verify/team-keys'
import {
  type AuditEntry,
  type AuditedAction,
  digestOfLine,
  entryStatement,
  isSealed,
  parseEntry,
  seal,
} from '../model/audit-entry'
import { isSigned, type TrustedKeys } from '../signatures/signatures'
import type { SiteParts } from '../store/file/file-copy'
import { readSeen, writeSeen } from '../store/file/seen'
import type { StoreLine } from '../store/site-store'

type AuditHead = { number: number; digest: string }

const TRIES = 200

export type AuditLog = ReturnType<typeof openAuditLog>

export function openAuditLog({ copy, local, store }: SiteParts) {
  const head = store === local ? 'record' : 'sharedRecord'
  return {
    signatures: copy.signatures,
    /** On this machine's disk, out of reach of an attacker with the store. */
    head: {
      read: async (): Promise<AuditHead | undefined> => (await readSeen(copy))[head],
      write: (seen: AuditHead) => writeSeen(copy, { [head]: seen }),
    },
    /** Oldest first. @param after line number */
    read: async (after = 0) => (await store.readLines(after)).map(({ line }) => line),
    /** Appends durably, one caller at a time. */
    async append(next: (last: string | undefined) => string): Promise<StoreLine> {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const [last] = await store.readLines(-1)
        // An empty database takes the entries of the first machine that writes to it.
        const known = last || store === local ? [] : (await local.readLines(0)).map(({ line }) => line)
        if (known.length > 0 && (await store.addLines(0, known))) continue
        const number = (last?.number ?? 0) + 1
        const line = next(last?.line)
        if (await store.addLines(number - 1, [line])) return { number, line }
      }
      throw new Error(`The audit log changed ${TRIES} times while one entry was to be added`)
    },
  }
}

/** @returns how the log was altered since this machine has read it */
export async function watchAuditLog(parts: SiteParts): Promise<string | undefined> {
  const log = openAuditLog(parts)
  const seen = await log.head.read()
  const lines = await parts.store.readLines((seen?.number ?? 1) - 1)
  const [known] = lines
  const cut = await findCut(log, seen, known?.number === seen?.number ? known?.line : undefined)
  if (cut || !known) return cut
  const gap = lines.find(({ line }, index) => {
    const before = lines[index - 1]
    return before !== undefined && parseEntry(line)?.previous !== digestOfLine(before.line)
  })
  if (gap) return `Line ${gap.number} of the audit log does not follow the one before it`
  const last = lines.at(-1) ?? known
  if (!isSealed(last.line)) return `Line ${last.number} of the audit log was altered`
  if (!seen || last.number > seen.number) await log.head.write({ number: last.number, digest: digestOfLine(last.line) })
  return undefined
}

/** Actions that need no operator's key, or not always: to fewer visitors, or when a planned step is due. */
const KEYLESS = /^(?:rollback|hold|prune|link|preview retire|canary (?:stop|share|finish)|desk reset)$/
/** Actions of origins, which have no key. */
const AUTOMATIC = /^(?:automatic: |canary step$|origin )/

/** Its entries name former keys, which may then be forgotten. */
const SIGN_ACTION = 'sign'

function findBrokenChain(lines: readonly string[]): string | undefined {
  let previous: string | undefined
  for (const [index, line] of lines.entries()) {
    const entry = parseEntry(line)
    if (!entry || !isSealed(line)) return `Line ${index + 1} of the audit log was altered`
    if (entry.previous !== previous) {
      const before =
        index === 0 ? 'the first line was taken out' : `line ${index} was altered, or one after it taken out`
      return `Line ${index + 1} of the audit log does not follow the one before it: ${before}`
    }
    previous = entry.digest
  }
  return undefined
}

/** An attacker can recompute the chain but not the signatures. */
function findUnsigned(entries: readonly AuditEntry[], keys: TrustedKeys): string | undefined {
  const byFingerprint = groupByFingerprint(keys)
  const formerUntil = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    for (const key of formerKeysOf(entry, byFingerprint)) formerUntil.set(key, index)
  }
  for (const [index, entry] of entries.entries()) {
    const { key } = entry
    const trusted = key === undefined ? undefined : byFingerprint.get(key)
    if (trusted ? hasSigned(entry, trusted) : key === undefined && mayBeUnsigned(entry)) continue
    if (key !== undefined && !trusted && index < (formerUntil.get(key) ?? -1)) continue
    const line = `Line ${index + 1} of the audit log is`
    if (key === undefined) return `${line} signed by nobody: it was altered or put in`
    if (trusted) return `${line} not what was signed with the key ${key}`
    return `${line} signed with ${key}, a key that is not trusted here`
  }
  return undefined
}

function groupByFingerprint(keys: TrustedKeys): Map<string, TrustedKeys> {
  return new Map([...keys].map(([encoded, key]) => [fingerprintOf(encoded), new Map([[encoded, key]])]))
}

export function mayBeUnsigned({ actor, action, refusal }: AuditedAction): boolean {
  return actor.kind === 'origin' ? AUTOMATIC.test(action) : refusal !== undefined || KEYLESS.test(action)
}

function formerKeysOf(entry: AuditEntry, keys: ReadonlyMap<string, TrustedKeys>): string[] {
  const former = entry.after?.formerKeys
  return isOfOperator(entry, keys) && Array.isArray(former) ? former.map(String) : []
}

function isOfOperator(entry: AuditEntry, keys: ReadonlyMap<string, TrustedKeys>): boolean {
  const trusted = keys.get(entry.key ?? '')
  return entry.action === SIGN_ACTION && trusted !== undefined && hasSigned(entry, trusted)
}

function hasSigned({ digest, signature }: AuditEntry, keys: TrustedKeys): boolean {
  return signature !== undefined && isSigned(keys, entryStatement(digest), signature)
}

/** Characters; a refusal can list hundreds of pages. */
const MAX_TEXT = 4_000

/** `line` counts from 1. */
export type NumberedEntry = AuditEntry & { line: number }
/** Without the intents of which the outcome is there; `alteration` names the first altered line. */
export type AuditReport = { entries: NumberedEntry[]; alteration: string | undefined }

/** Appends without secrets; signs if the operator's key is here. @returns the digest of the line */
export async function appendEntry(log: AuditLog, audited: AuditedAction): Promise<string> {
  const { reason, refusal, packages = [], ...rest } = audited
  const entry = { at: new Date().toISOString(), ...rest, packages, reason: cut(reason), refusal: cut(refusal) }
  const signer = audited.actor.kind === 'origin' ? undefined : await log.signatures.signer().catch(() => undefined)
  const added = await log.append((last) => {
    const body = maskKeys(JSON.stringify({ ...entry, previous: last === undefined ? undefined : digestOfLine(last) }))
    return seal(body, signer)
  })
  await rememberHead(log, added)
  return digestOfLine(added.line)
}

export async function readAuditLog(log: AuditLog): Promise<AuditReport> {
  const lines = await log.read()
  const entries = lines.flatMap((text, index) => {
    const entry = parseEntry(text)
    return entry ? [{ ...entry, line: index + 1 }] : []
  })
  const completed = new Set(entries.map(({ intent }) => intent))
  const keys = await log.signatures.trusted()
  const head = await log.head.read()
  const findLost = () => findCut(log, head, head && lines[head.number - 1])
  const alteration = findBrokenChain(lines) ?? findUnsigned(entries, keys) ?? (await findLost())
  const last = lines.at(-1)
  if (alteration === undefined && last !== undefined) await rememberHead(log, { number: lines.length, line: last })
  return { entries: entries.filter(({ digest }) => !completed.has(digest)), alteration }
}

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text
}

/** Only a machine that saw the latest entries can notice a truncation, so each keeps the last one. */
async function findCut(log: AuditLog, head: AuditHead | undefined, line: string | undefined) {
  if (!head || (line !== undefined && digestOfLine(line) === head.digest)) return undefined
  const lines = await log.read()
  if (await acceptRestored(log, lines, head)) return undefined
  if (line === undefined) {
    return `The audit log was cut: this machine has seen line ${head.number}, and there are ${lines.length}`
  }
  return `Line ${head.number} of the audit log is another than this machine has seen`
}

/** @returns whether the operator has signed that the log was put back to before this line */
async function acceptRestored({ signatures, head }: AuditLog, lines: readonly string[], seen: AuditHead) {
  const keys = groupByFingerprint(await signatures.trusted())
  const isMeant = lines.some((line) => {
    const entry = parseEntry(line)
    return entry?.after?.restoredFrom === seen.digest && isSealed(line) && isOfOperator(entry, keys)
  })
  const last = lines.at(-1)
  if (isMeant && last !== undefined) await head.write({ number: lines.length, digest: digestOfLine(last) })
  return isMeant
}

async function rememberHead(log: AuditLog, { number, line }: StoreLine): Promise<void> {
  const known = await log.head.read().catch(() => undefined)
  if (known && known.number >= number) return
  await log.head.write({ number, digest: digestOfLine(line) }).catch(() => {})
}
