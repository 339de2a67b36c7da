import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import path from 'node:path'

/** Where everything of one site lives; the only place that knows the layout of SITE_DIR. */
export type SiteLayout = ReturnType<typeof siteLayout>

export function siteLayout(root: string) {
  const releases = path.join(root, 'releases')
  const compositions = path.join(root, 'compositions')
  return {
    root,
    releases,
    compositions,
    /** Unfinished work; on the same file system as its destination, so that a rename is atomic. */
    temporary: path.join(root, 'tmp'),
    current: path.join(root, 'current'),
    /** Bytes that are given up where a full disk would keep somebody from going back. */
    reserve: path.join(root, 'reserve'),
    /** Held while one operator changes what the site has. */
    lease: path.join(root, 'lock'),
    /** Held for the moment in which `current` changes. */
    pointerLease: path.join(root, 'current.lock'),
    /** What was done and refused, one entry a line, each with the digest of the one before; see `audit/`. */
    audit: path.join(root, 'record.jsonl'),
    /** Held for the moment in which an entry is added. */
    auditLease: path.join(root, 'record.lock'),
    /** The site's settings: its public address, its payment providers' public names. */
    settings: path.join(root, 'settings.json'),
    /** Digests of the console's one-time links; of this machine alone. */
    consoleLinks: path.join(root, 'console'),
    /** Under which address the console was last reached. */
    consoleAddress: path.join(root, 'console', 'address'),
    /** What the API of the running origin accepts. */
    apiCalls: path.join(root, 'api-calls.json'),
    /** Comparisons of types that were made before; may be deleted. */
    comparisons: path.join(root, 'comparisons'),
    /** What browsers met: documents served and failures, of the last day. */
    health: path.join(root, 'health.json'),
    /** Signs the links to previews. */
    previewKey: path.join(root, 'preview.key'),
    /** Public keys of the teams, by package. */
    keys: path.join(root, 'keys.json'),
    /** The operator's key pair, where no variable gives it. */
    operatorKeys: path.join(root, 'keys'),
    /** What this machine has last seen of what several machines share; see `signatures/`. */
    seen: path.join(root, 'seen.json'),
    /** Integrity of each version when it was first fetched from the teams' registry. */
    pins: path.join(root, 'pins'),
    package: (name: string) => path.join(releases, name),
    release: (name: string, version: string) => path.join(releases, name, version),
    composition: (number: number) => path.join(compositions, String(number)),
    /** Pages in each encoding, and lists of them, each under its digest; every composition names those it needs. */
    blobs: path.join(root, 'blobs'),
    blob: (digest: string) => path.join(root, 'blobs', digest.slice(0, 2), digest),
  }
}

export async function createSiteFolders({ root, releases, compositions, temporary, blob }: SiteLayout): Promise<void> {
  for (const folder of [releases, compositions, temporary]) await mkdir(folder, { recursive: true })
  await movePacks(path.join(root, 'packs'), blob)
}

/** Until format 5 of a composition all blobs stood in one folder. */
async function movePacks(packs: string, blob: SiteLayout['blob']): Promise<void> {
  for (const digest of await readdir(packs).catch(() => [])) {
    await mkdir(path.dirname(blob(digest)), { recursive: true })
    // Another process may be doing the same.
    await rename(path.join(packs, digest), blob(digest)).catch(() => {})
  }
  await rmdir(packs).catch(() => {})
}
