import path from 'node:path'
import type { Composition } from '@platform/compose/composition/composition'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import { isSignedByRevoked } from '@platform/site/model/revoked-releases'
import type { SiteLayout } from '@platform/site/model/site-layout'
import type { SiteCopy } from '@platform/site/store/site-store'
import { type BrowserFile, browserFilesOf, type NamedRelease, readNamedRelease } from '../live/kept-releases'
import { assetPattern } from './delta-form'

/** Larger files would take seconds each. */
const MOST_BYTES = 4 * 1024 * 1024

type ComparedFile = Pick<BrowserFile, 'folder' | 'file' | 'expected'>
export type DeltaPair = { from: ComparedFile; to: ComparedFile }

type PlanInput = {
  shown: readonly Composition[]
  recent: readonly Composition[]
  keys: TeamKeys
}

/** Files of revoked releases are no dictionaries. */
export async function planDeltas(copy: SiteCopy, { shown, recent, keys }: PlanInput): Promise<DeltaPair[]> {
  const filesOf = rememberingReader(copy)
  const wanted = new Map<string, Map<string, ComparedFile>>()
  for (const { pattern, file } of await filesOf(shown, () => false)) {
    wanted.set(pattern, (wanted.get(pattern) ?? new Map()).set(file.expected.sha256, file))
  }
  const pairs = new Map<string, DeltaPair>()
  for (const { pattern, file: from } of await filesOf(recent, (it, name) => isSignedByRevoked(it, name, keys))) {
    for (const [sha256, to] of wanted.get(pattern) ?? []) {
      const pair = { from, to }
      if (from.expected.sha256 !== sha256 && !pairs.has(nameOf(pair))) pairs.set(nameOf(pair), pair)
    }
  }
  return [...pairs.values()]
}

export function deltasFolder({ root }: SiteLayout): string {
  return path.join(root, 'deltas')
}

export function nameOf({ from, to }: DeltaPair): string {
  return `${from.expected.sha256}-${to.expected.sha256}`
}

function rememberingReader(copy: SiteCopy) {
  const read = new Map<string, Promise<NamedRelease | undefined>>()
  return async (compositions: readonly Composition[], isLeftOut: (of: Composition, name: string) => boolean) => {
    const files: { pattern: string; file: BrowserFile }[] = []
    for (const composition of compositions) {
      for (const [name, named] of Object.entries(composition.releases)) {
        if (isLeftOut(composition, name)) continue
        const known = `${name}@${named.version} ${named.digest}`
        const reading = read.get(known) ?? readNamedRelease(copy, name, named).catch(() => undefined)
        read.set(known, reading)
        const release = await reading
        for (const file of release ? browserFilesOf(release) : []) {
          const pattern = assetPattern(file.url)
          if (pattern && file.expected.bytes <= MOST_BYTES) files.push({ pattern, file })
        }
      }
    }
    return files
  }
}
