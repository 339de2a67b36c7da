import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { compareCalls } from '@platform/release/contract/calls/compare-calls'
import { parseRelease } from '@platform/release/manifest/release'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { apiCalls } from '@site/shared/contracts/calls'
import type { SiteCopy } from '../store/site-copy'

/**
 * What of the live and the former composition's calls this program's API would refuse, or answer in a way they cannot
 * read: tabs of both are open. A composition that cannot be read is another's matter.
 */
export async function findCallProblems(copy: SiteCopy): Promise<string[]> {
  const pointer = await copy.readPointer()
  const numbers = pointer ? [pointer.live, ...pointer.history.slice(0, 1)] : []
  const compositions = await Promise.all(numbers.map((it) => readOutline(copy, it).catch(() => undefined)))
  const files = compositions.flatMap((composition) =>
    Object.entries(composition?.releases ?? {}).map(([name, { version }]) =>
      path.join(copy.release(name, version), RELEASE_FILE),
    ),
  )
  const problems = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const json = await readFile(file, 'utf8').catch(() => undefined)
      return json === undefined ? [] : compareCalls(parseRelease(json, file), apiCalls)
    }),
  )
  return problems.flat()
}
