import { setTimeout as wait } from 'node:timers/promises'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { digestOfLine, parseEntry } from '../model/audit-entry'
import type { AuditLog } from './audit-log'

const POLL_MS = 1_000

type FollowOptions = {
  /** Number or digest of the reader's last line; `0`: none. */
  after: string
  print: (line: string) => void
  warn: (message: string) => void
  signal: AbortSignal
  pollMs?: number
}

export async function followAuditLog(log: AuditLog, options: FollowOptions): Promise<string | undefined> {
  const { print, warn, signal, pollMs = POLL_MS } = options
  let last: { number: number; digest: string | undefined } | undefined
  let lastProblem = ''
  while (!signal.aborted) {
    try {
      last ??= await startAfter(log, options.after)
      for (const line of await log.read(last.number)) {
        const alteration = findGap(line, last)
        if (alteration) return alteration
        print(line)
        last = { number: last.number + 1, digest: digestOfLine(line) }
      }
      lastProblem = ''
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (messageOf(error) !== lastProblem)
        warn(`The audit log cannot be read, which is tried again: ${messageOf(error)}`)
      lastProblem = messageOf(error)
    }
    await wait(pollMs, undefined, { signal }).catch(() => {})
  }
  return undefined
}

async function startAfter(log: AuditLog, after: string) {
  const lines = await log.read()
  const isDigest = after.length === 64
  const number = isDigest ? lines.findIndex((line) => digestOfLine(line) === after) + 1 : Number(after)
  const line = lines[number - 1]
  if (number > lines.length || (isDigest && number === 0)) {
    throw new Refusal(`The audit log has no entry ${after}: it has ${lines.length}. Was it cut?`)
  }
  return { number, digest: line === undefined ? undefined : digestOfLine(line) }
}

function findGap(line: string, { number, digest }: { number: number; digest: string | undefined }): string | undefined {
  if (parseEntry(line)?.previous === digest) return undefined
  return `Line ${number + 1} of the audit log does not follow the one that was handed over before it`
}
