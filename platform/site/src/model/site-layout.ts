import { mkdir } from 'node:fs/promises'
import path from 'node:path'

export type SiteLayout = ReturnType<typeof siteLayout>

export function siteLayout(root: string) {
  const releases = path.join(root, 'releases')
  const compositions = path.join(root, 'compositions')
  return {
    root,
    releases,
    compositions,
    /** Same file system as its destinations, so that renames are atomic. */
    temporary: path.join(root, 'tmp'),
    current: path.join(root, 'current'),
    /** The last two pointers with their signatures, used while `current` is damaged. */
    lastPointers: path.join(root, 'last-pointers.json'),
    /** Given up on a full disk, so that a rollback is possible. */
    reserve: path.join(root, 'reserve'),
    lease: path.join(root, 'lock'),
    pointerLease: path.join(root, 'current.lock'),
    audit: path.join(root, 'record.jsonl'),
    auditLease: path.join(root, 'record.lock'),
    settings: path.join(root, 'settings.json'),
    /** Digests of one-time links. */
    consoleLinks: path.join(root, 'console'),
    consoleAddress: path.join(root, 'console', 'address'),
    apiCalls: path.join(root, 'api-calls.json'),
    /** Cache, safe to delete. */
    comparisons: path.join(root, 'comparisons'),
    /** Safe to delete. */
    pictures: path.join(root, 'pictures'),
    health: path.join(root, 'health.json'),
    previewKey: path.join(root, 'preview.key'),
    keys: path.join(root, 'keys.json'),
    operatorKeys: path.join(root, 'keys'),
    seen: path.join(root, 'seen.json'),
    pins: path.join(root, 'pins'),
    package: (name: string) => path.join(releases, name),
    release: (name: string, version: string) => path.join(releases, name, version),
    composition: (number: number) => path.join(compositions, String(number)),
    blobs: path.join(root, 'blobs'),
    blob: (digest: string) => path.join(root, 'blobs', digest.slice(0, 2), digest),
  }
}

export async function createSiteFolders({ releases, compositions, temporary }: SiteLayout): Promise<void> {
  for (const folder of [releases, compositions, temporary]) await mkdir(folder, { recursive: true })
}
