import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { fetchWhole } from '@platform/base/http/fetch-whole'
import { readComposition } from '@platform/compose/composition/composition'
import { openSite } from '@platform/site/open/open-site'
import type { SiteStore } from '@platform/site/store/site-store'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** What is live on another site. */
export type PromotionSource = {
  /** For people and the audit log; without credentials. */
  name: string
  number: number
  /** Package → what is live of it there; the digest is of its `release.json`. */
  releases: Readonly<Record<string, { version: string; digest: string }>>
  /** Where the release can be taken from; absent: from the teams' registry alone. */
  folderOf?: (name: string, version: string) => string
  close: () => Promise<void>
}

const TIMEOUT_MS = 10_000
const announced = Compile(
  Type.Object({
    number: Type.Integer({ minimum: 1 }),
    releases: Type.Record(Type.String(), Type.String()),
    digests: Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' })),
  }),
)

/**
 * Reads what is live on the site to promote from.
 * @param from its SITE_DIR, the address of its origin (https), or the PostgreSQL server that several machines of it share
 * @throws Refusal when nothing is live there or it cannot be read
 */
export function openSource(from: string): Promise<PromotionSource> {
  if (/^https?:\/\//.test(from)) return openOrigin(from)
  return /^postgres(?:ql)?:\/\//.test(from) ? openDatabase(from) : openFolder(path.resolve(from))
}

async function openFolder(folder: string): Promise<PromotionSource> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Refusal(`There is no folder of a site at ${folder}`)
  const store = await openSite(folder)
  return { ...(await readSource(store, folder)), close: () => store.close() }
}

async function openDatabase(address: string): Promise<PromotionSource> {
  const { host, pathname } = new URL(address)
  const folder = await mkdtemp(path.join(tmpdir(), 'promotion-'))
  const store = await openSite(folder, { databaseUrl: address })
  const close = async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await store.refresh('live')
    return { ...(await readSource(store, `${host}${pathname}`)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readSource(store: SiteStore, name: string): Promise<Omit<PromotionSource, 'close'>> {
  const { pointer } = await store.live()
  if (!pointer) throw new Refusal(`Nothing is live on ${name}`)
  await store.ensureComposition(pointer.live)
  const { number, releases } = await readComposition(store.copy, pointer.live)
  return { name, number, releases, folderOf: store.copy.release }
}

async function openOrigin(address: string): Promise<PromotionSource> {
  const { protocol, hostname, origin, host } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !isHere)
    throw new Refusal(`${origin} says what to activate, so it is asked by https alone`)
  const answer = fetchWhole(`${origin}/composition.json`, { redirect: 'error' }, { limitMs: TIMEOUT_MS })
  const response = await answer.catch((cause: unknown) => {
    throw new Refusal(`${origin} does not answer: ${messageOf(cause)}`, { cause })
  })
  const value: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (!announced.Check(value)) {
    throw new Refusal(`${origin}/composition.json does not say which releases are live there (${response.status})`)
  }
  const { number, releases, digests } = value
  const named = Object.entries(releases).map(([name, version]) => [name, { version, digest: digests[name] ?? '' }])
  return { name: host, number, releases: Object.fromEntries(named), close: async () => {} }
}
