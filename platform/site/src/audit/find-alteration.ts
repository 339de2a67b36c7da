import { fingerprintOf } from '@platform/release/verify/team-keys'
import { type AuditEntry, entryStatement, isSealed, parseEntry } from '../model/audit-entry'
import { type BelievedKeys, isSigned } from '../signatures/signatures'

/** What a person may do without the operator's key: going back needs nothing. */
const UNDOING = new Set(['rollback', 'hold', 'canary stop'])
/** What origins do without a person; they have no key. */
const AUTOMATIC = /^(?:automatic: |canary step$|origin )/

/** With this action an operator says which keys were believed so far, so that a former one can be taken away. */
export const SIGN_ACTION = 'sign'

/**
 * The first line that is not as it was written: changed, out of its order, or not signed by who had to sign it;
 * `undefined` when all are. That the latest were cut off shows only to who has seen them (`findCut`).
 */
export function findAlteration(lines: readonly string[], keys: BelievedKeys): string | undefined {
  return findBrokenChain(lines) ?? findUnsigned(lines, keys)
}

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

/** Of a whole chain: whoever computes it anew cannot sign it anew. */
function findUnsigned(lines: readonly string[], keys: BelievedKeys): string | undefined {
  const entries = lines.flatMap((line) => parseEntry(line) ?? [])
  const byFingerprint = new Map([...keys].map(([encoded, key]) => [fingerprintOf(encoded), new Map([[encoded, key]])]))
  const formerUntil = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    for (const key of formerKeysOf(entry, byFingerprint)) formerUntil.set(key, index)
  }
  for (const [index, entry] of entries.entries()) {
    const { key } = entry
    const believed = key === undefined ? undefined : byFingerprint.get(key)
    if (believed ? hasSigned(entry, believed) : key === undefined && mayBeUnsigned(entry)) continue
    if (key !== undefined && !believed && index < (formerUntil.get(key) ?? -1)) continue
    return describe(index + 1, key, believed !== undefined)
  }
  return undefined
}

function describe(line: number, key: string | undefined, isBelieved: boolean): string {
  if (key === undefined) return `Line ${line} of the audit log is signed by nobody: it was altered or put in`
  if (isBelieved) return `Line ${line} of the audit log is not what was signed with the key ${key}`
  return `Line ${line} of the audit log is signed with ${key}, a key that is not believed here`
}

function mayBeUnsigned({ actor, action, refusal }: AuditEntry): boolean {
  return actor.kind === 'origin' ? AUTOMATIC.test(action) : refusal !== undefined || UNDOING.has(action)
}

/** What a signed entry names as believed until then. */
function formerKeysOf(entry: AuditEntry, keys: ReadonlyMap<string, BelievedKeys>): string[] {
  const believed = entry.action === SIGN_ACTION && keys.get(entry.key ?? '')
  const former = entry.after?.formerKeys
  return believed && hasSigned(entry, believed) && Array.isArray(former) ? former.map(String) : []
}

function hasSigned({ digest, signature }: AuditEntry, keys: BelievedKeys): boolean {
  return signature !== undefined && isSigned(keys, entryStatement(digest), signature)
}
