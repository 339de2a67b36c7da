import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'
import type { AuditLog } from '../site-store'

const head = Type.Object({ number: Type.Integer(), digest: Type.String() })
const schema = Type.Object({
  /** The last entry of the audit log in this folder, and of the one in the database. */
  record: Type.Optional(head),
  sharedRecord: Type.Optional(head),
  /** Revision of the last signed statement of what is live. */
  live: Type.Optional(Type.Integer()),
  /** Revision of each document, by the name of its file. */
  documents: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})
const checker = Compile(schema)

/**
 * What this machine has last seen of what it shares with others. It stands on its own disk: whoever changes the shared
 * store cannot make it forget, so nothing that was signed once can be put in the place of what came after it.
 */
export type Seen = Static<typeof schema>

export async function readSeen({ seen }: SiteLayout): Promise<Seen> {
  const json = await readFile(seen, 'utf8').catch(() => undefined)
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json)
    return checker.Check(value) ? value : {}
  } catch {
    // What an accident damaged is seen anew.
    return {}
  }
}

/** Where a machine keeps the last entry of an audit log that it has seen. */
export function seenHead(site: SiteLayout, name: 'record' | 'sharedRecord'): AuditLog['head'] {
  return {
    read: async () => (await readSeen(site))[name],
    write: (read) => writeSeen(site, { [name]: read }),
  }
}

export async function writeSeen(site: SiteLayout, change: Seen): Promise<void> {
  await replaceFile(site.seen, JSON.stringify({ ...(await readSeen(site)), ...change }))
}
