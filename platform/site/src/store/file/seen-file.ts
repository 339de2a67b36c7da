import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'
import type { AuditLog } from '../site-store'

const head = Type.Object({ number: Type.Integer(), digest: Type.String() })
const schema = Type.Object({
  record: Type.Optional(head),
  sharedRecord: Type.Optional(head),
  live: Type.Optional(Type.Integer()),
  documents: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})
const checker = Compile(schema)

/** High-water mark: an attacker with the shared store cannot roll this machine back behind it. */
export type Seen = Static<typeof schema>

export async function readSeen({ seen }: SiteLayout): Promise<Seen> {
  const json = await readFile(seen, 'utf8').catch(() => undefined)
  if (json === undefined) return {}
  try {
    const value: unknown = JSON.parse(json)
    return checker.Check(value) ? value : {}
  } catch {
    return {}
  }
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
