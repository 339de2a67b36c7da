import { access as checkAccess, constants, readFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '@platform/base/errors/refusal'
import { type Composition, readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { listReleases, type PublishedRelease } from '@platform/release/folder-registry/releases'
import { nameOf, parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { parsePublicKey } from '@platform/release/verify/team-keys'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { digestOfPointer } from '@platform/site/audit/with-audit'
import { revokedReleases } from '@platform/site/model/revoked-releases'
import { openFolder } from '@platform/site/open/open-site'
import { NotSigned } from '@platform/site/signatures/signatures'
import type { Site } from '@platform/site/site/site'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { freeBytesOf, LEAST_BYTES } from '@platform/site/store/file/full-disk'
import type { OriginStatus } from '@platform/site/store/site-store'
import { parsePriceList } from '@site/api/price-list'
import { type ExaminedShop, examineShop, listBeforeLaunch } from './examine-shop'
import { type Finding, found, foundIf, orFound } from './findings'

const GIGABYTE = 1024 ** 3
const ENOUGH_BYTES = 2 * GIGABYTE
const CLOCK_MS = 60_000

type ExaminedFiles = { store: Site; now?: number; freeBytes?: (folder: string) => Promise<number>; needsKeys?: boolean }

async function examineFiles(examined: ExaminedFiles): Promise<Finding[]> {
  const { needsKeys = false } = examined
  const { copy, isShared } = examined.store
  const findings = [...(await examineDisk(examined)), ...(await examineSettings(copy, isShared))]
  const live: Composition[] = []
  const examinePointer = async () => {
    const damage = await copy.findPointerDamage()
    if (damage) findings.push(found('pointer-unreadable', damage))
    const pointer = damage ? await copy.readPointer().catch(() => undefined) : await copy.readPointer()
    findings.push(...foundIf(!pointer && !damage && !isShared, 'nothing-live', 'Nothing is live yet'))
    const kept = await listCompositions(copy)
    for (const number of new Set([...(pointer ? [pointer.live] : []), ...kept])) {
      const isLive = number === pointer?.live || number === pointer?.canary?.composition
      const examined = await examineComposition(copy, number, isLive)
      if ('code' in examined) findings.push(examined)
      else if (number === pointer?.live) live.push(examined)
    }
    return []
  }
  findings.push(...(await orFound('pointer-unreadable', 'What is live cannot be read: ', examinePointer)))
  return [
    ...findings,
    ...(await examineReleases(copy)),
    ...live.flatMap(examinePriceList),
    ...(await orFound('keys-unreadable', "The teams' keys cannot be read: ", () => examineKeys(copy, live, needsKeys))),
    ...live.flatMap((composition) => examineClock(composition, examined.now ?? Date.now())),
  ]
}

async function examineComposition(copy: SiteCopy, number: number, isLive: boolean): Promise<Composition | Finding> {
  try {
    const composition = await readComposition(copy, number)
    await openFolder(copy).verifyComposition(composition)
    return composition
  } catch (error) {
    const what = messageOf(error)
    if (!(error instanceof NotSigned)) {
      return found(isLive ? 'live-damaged' : 'kept-damaged', `Composition ${number} is damaged: ${what}`)
    }
    return isLive
      ? found('live-unsigned', `${what}: no origin shows it`)
      : found('kept-unsigned', `${what}: rollback to ${number} is impossible`)
  }
}

async function examineDisk({ store: { copy }, freeBytes = freeBytesOf }: ExaminedFiles): Promise<Finding[]> {
  const access = async () => {
    await checkAccess(copy.root, constants.W_OK)
    return []
  }
  const findings = await orFound('disk-readonly', 'SITE_DIR cannot be written: ', access)
  const free = await freeBytes(copy.root).catch(() => ENOUGH_BYTES)
  const what = `${(free / GIGABYTE).toFixed(1)} GB are free in SITE_DIR`
  return [...findings, ...foundIf(free < ENOUGH_BYTES, free < LEAST_BYTES ? 'disk-full' : 'disk-low', what)]
}

function examineSettings(copy: SiteCopy, isShared: boolean): Promise<Finding[]> {
  const examine = async () =>
    foundIf(!(await copy.readSettings()) && !isShared, 'settings-missing', 'The site has no settings')
  return orFound('settings-unreadable', 'The settings cannot be read: ', examine)
}

function examinePriceList({ number, data }: Composition): Finding[] {
  const what = `Composition ${number} has no price list that the API can use, so nothing can be sold`
  return foundIf(!parsePriceList(data.catalog), 'price-list', what)
}

async function examineKeys(copy: SiteCopy, live: readonly Composition[], needsKeys: boolean): Promise<Finding[]> {
  const keys = await copy.readKeys()
  const unusable = Object.entries(keys).flatMap(([name, encoded]) =>
    encoded.filter(({ key }) => !isUsable(key)).map(() => name),
  )
  const isTrusted = (name: string) => keys[name]?.some(({ state }) => state === 'trusted')
  const packages = needsKeys ? live.flatMap(({ releases }) => Object.keys(releases)) : []
  return [
    ...live.flatMap((it) => revokedReleases(it, keys)).map((what) => found('key-revoked', `Visitors get ${what}`)),
    ...unusable.map((name) => found('key-unusable', `A key of ${name} is not a public key`)),
    ...packages.filter((it) => !isTrusted(it)).map((it) => found('key-missing', `The site trusts no key of ${it}`)),
  ]
}

function isUsable(key: string): boolean {
  try {
    parsePublicKey(key)
    return true
  } catch {
    return false
  }
}

function examineClock({ number, createdAt }: Composition, now: number): Finding[] {
  const what = `Composition ${number} was made at ${createdAt}, which this machine's clock has not reached`
  return foundIf(Date.parse(createdAt) - now > CLOCK_MS, 'clock-wrong', what)
}

async function examineReleases(copy: SiteCopy): Promise<Finding[]> {
  const examine = async (release: PublishedRelease) => {
    const file = path.join(copy.release(release.package, release.version), RELEASE_FILE)
    parseRelease(await readFile(file, 'utf8'), nameOf(release))
    return []
  }
  const findings = (await listReleases(copy)).map((it) => orFound('release-unreadable', '', () => examine(it)))
  return (await Promise.all(findings)).flat()
}

export type Diagnosis = { findings: Finding[]; origins: OriginStatus[] | undefined; beforeLaunch: string[] }

type Examined = ExaminedFiles & Omit<ExaminedShop, 'settings'>

/** Changes nothing and never throws. */
export async function diagnose(examined: Examined): Promise<Diagnosis> {
  const { store } = examined
  const settings = await store.copy.readSettings().catch(() => undefined)
  const [files, shared, audit, shop, origins] = await Promise.all([
    examineFiles(examined),
    store.check(),
    examineAuditLog(store),
    examineShop({ ...examined, settings }),
    store.origins().catch(() => undefined),
  ])
  const findings = [...files, ...shared, ...audit, ...shop]
  const byLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  const sorted = [...byLevel('problem'), ...byLevel('warning')]
  return { findings: sorted, origins, beforeLaunch: await listBeforeLaunch(examined) }
}

async function examineAuditLog(store: Site): Promise<Finding[]> {
  try {
    const { alteration } = await readAuditLog(store.audit)
    if (alteration) return [found('audit-log-altered', alteration)]
    const what = 'What is live differs from the last change in the audit log'
    return foundIf(!(await isExplained(store)), 'live-unexplained', what)
  } catch (error) {
    // Another finding covers an unreachable database.
    if (store.isShared) return []
    return [found('audit-log-altered', messageOf(error), { todo: 'Restore a copy of the audit log.' })]
  }
}

/** A command logs its intent just before it moves the pointer, and may be cut off then. */
async function isExplained(store: Site): Promise<boolean> {
  // Another finding covers an unreadable pointer.
  const { pointer } = await store.live().catch(() => ({ pointer: undefined }))
  const { entries } = await readAuditLog(store.audit)
  const moves = entries.filter(({ after }) => after?.pointer !== undefined)
  const last = moves.findLastIndex(({ isIntent }) => !isIntent)
  const latest = moves.slice(Math.max(0, last))
  if (latest.length === 0 || pointer === undefined) return true
  return latest.some(({ after }) => after?.pointer === digestOfPointer({ pointer }))
}
