import { type FileHandle, open, readFile } from 'node:fs/promises'
import { readText, replaceFile } from '@platform/base/durable/durable'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'
import { folderSignatures } from '../../signatures/given-keys'
import type { AuditLog, SiteCopy } from '../site-store'
import { withAuditLease } from './site-leases'

const head = Type.Object({ number: Type.Integer(), digest: Type.String() })
const schema = Type.Object({
  record: Type.Optional(head),
  sharedRecord: Type.Optional(head),
  live: Type.Optional(Type.Integer()),
  documents: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})
const checker = Compile(schema)

/** High-water mark: an attacker with the shared store cannot roll this machine back behind it. */
type Seen = Static<typeof schema>

export async function readSeen({ seen }: SiteLayout): Promise<Seen> {
  return parseChecked(checker, await readFile(seen, 'utf8').catch(() => '')) ?? {}
}

export function seenHead(site: SiteLayout, name: 'record' | 'sharedRecord'): AuditLog['head'] {
  return {
    read: async () => (await readSeen(site))[name],
    write: (read) => writeSeen(site, { [name]: read }),
  }
}

export async function writeSeen(site: SiteLayout, change: Seen): Promise<void> {
  await replaceFile(site.seen, JSON.stringify({ ...(await readSeen(site)), ...change }))
}

/** Longer than any entry. */
const TAIL_BYTES = 256 * 1024

export function auditFile(
  site: SiteLayout & Partial<Pick<SiteCopy, 'signatures'>>,
  signatures = site.signatures ?? folderSignatures(site.operatorKeys),
): AuditLog {
  return {
    signatures,
    head: seenHead(site, 'record'),
    async read(after = 0) {
      return wholeLines((await readText(site.audit)) ?? '').slice(after)
    },
    append: (next) =>
      withAuditLease(site, async () => {
        // Overwrites an unfinished line, left by a power cut.
        const file = await open(site.audit, 'r+').catch((error: unknown) => {
          if (hasErrorCode(error, 'ENOENT')) return open(site.audit, 'w+')
          throw error
        })
        try {
          const { last, end } = await readTail(file)
          const line = next(last)
          await file.truncate(end)
          await file.write(`${line}\n`, end)
          await file.sync()
          return { number: await countLines(site), line }
        } finally {
          await file.close()
        }
      }),
  }
}

function wholeLines(text: string): string[] {
  return text.split('\n').slice(0, -1)
}

async function readTail(file: FileHandle): Promise<{ last: string | undefined; end: number }> {
  const { size } = await file.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
  const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1
  const last = wholeLines(buffer.subarray(0, end).toString()).at(-1)
  return { last, end: start + end }
}

async function countLines({ audit }: SiteLayout): Promise<number> {
  return wholeLines(await readFile(audit, 'utf8')).length
}
