import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serialize } from 'node:v8'
import { sha256 } from '@platform/base/durable/digest'
import { temporaryName } from '@platform/base/durable/temporary'
import { readProgram } from '../rendering/program-files'
import { type RenderLimits, renderSite } from '../rendering/render-site'

const remembered = path.join(tmpdir(), 'site-rendered-2')

/**
 * Renders in the real process and caches results between tests, since equal work has equal bytes. Refusals are not
 * cached.
 */
export const renderOnce: RenderLimits['render'] = async (work, limits, onDocument = () => {}) => {
  const { program, prelude, engine } = await readProgram(limits.programFile)
  const all = [process.version, program, prelude, engine, limits.memoryMb, work]
  const file = path.join(remembered, `${sha256(serialize(all))}.json`)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  const { documents, failures }: Rendered = kept === undefined ? { documents: [], failures: [] } : JSON.parse(kept)
  if (kept !== undefined) {
    for (const html of documents) await onDocument(html)
    return failures
  }
  const failed = await renderSite(work, limits, (html) => {
    documents.push(html)
    return onDocument(html)
  })
  await keep(file, { documents, failures: failed })
  return failed
}

type Rendered = { documents: string[]; failures: readonly string[] }

/** Renames atomically, because test files run in parallel. */
async function keep(file: string, rendered: Rendered): Promise<void> {
  const draft = path.join(remembered, temporaryName('rendered'))
  await mkdir(remembered, { recursive: true })
  await writeFile(draft, JSON.stringify(rendered))
  await rename(draft, file)
}
