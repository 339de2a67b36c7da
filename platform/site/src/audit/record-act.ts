import { messageOf } from '@platform/base/errors/refusal'
import { readComposition } from '@platform/compose/composition/composition'
import type { RecordedAct } from '../model/entry'
import { readPointer } from '../store/file/pointer-file'
import type { SiteFolders } from '../store/file/site-layout'
import { tryAppendRecord } from './record'

export type Recording = Pick<RecordedAct, 'act' | 'actor' | 'asked' | 'packages' | 'because'> & {
  /** Told when it was done or refused, but could not be recorded. */
  warn?: (message: string) => void
}

type Live = { composition: number; releases: Record<string, string> } | undefined

/**
 * Does something to the site and records it with what was live before and after, or why it was refused.
 * @param outcome what else the entry says of the result
 * @throws what the work throws
 */
export async function recordAct<T>(
  folders: SiteFolders,
  { warn = () => {}, ...recording }: Recording,
  work: () => Promise<T>,
  outcome: (result: T) => Record<string, unknown> = () => ({}),
): Promise<T> {
  const before = await readLive(folders)
  const record = async (rest: Partial<RecordedAct>) => {
    const fault = await tryAppendRecord(folders, { ...recording, before, ...rest })
    if (fault) warn(`The record could not be written (${recording.act}): ${fault}`)
  }
  let result: T
  try {
    result = await work()
  } catch (error) {
    await record({ refused: messageOf(error) })
    throw error
  }
  const after = await readLive(folders)
  const packages = new Set([...(recording.packages ?? []), ...changedPackages(before, after)])
  await record({ after: { ...after, ...outcome(result) }, packages: [...packages].sort() })
  return result
}

/** What is live by these folders; nothing when it cannot be read, since what is recorded may be its repair. */
async function readLive(folders: SiteFolders): Promise<Live> {
  try {
    const pointer = await readPointer(folders)
    if (!pointer) return undefined
    const { releases } = await readComposition(folders, pointer.live)
    const versions = Object.entries(releases).map(([name, { version }]) => [name, version])
    return { composition: pointer.live, releases: Object.fromEntries(versions) }
  } catch {
    return undefined
  }
}

function changedPackages(before: Live, after: Live): string[] {
  const names = new Set([...Object.keys(before?.releases ?? {}), ...Object.keys(after?.releases ?? {})])
  return [...names].filter((name) => before?.releases[name] !== after?.releases[name])
}
