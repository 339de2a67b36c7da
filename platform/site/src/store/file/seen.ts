import { readFile } from 'node:fs/promises'
import { replaceFile } from '@platform/base/durable/durable'
import { parseChecked } from '@platform/base/errors/parse-checked'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'

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
  return parseChecked(checker, await readFile(seen, 'utf8').catch(() => '')) ?? {}
}

export async function writeSeen(site: SiteLayout, change: Seen): Promise<void> {
  const before = await readSeen(site)
  const next = { ...before, ...change }
  if (JSON.stringify(next) !== JSON.stringify(before)) await replaceFile(site.seen, JSON.stringify(next))
}

/** @returns what was seen */
export async function forgetSeen(site: SiteLayout): Promise<Seen> {
  const seen = await readSeen(site)
  const { live: _live, documents: _documents, ...heads } = seen
  await replaceFile(site.seen, JSON.stringify(heads))
  return seen
}
