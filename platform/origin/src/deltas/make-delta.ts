import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { publishFile, writeDurably } from '@platform/base/durable/durable'
import { temporaryName } from '@platform/base/durable/temporary'
import { messageOf } from '@platform/base/errors/refusal'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import type { SiteLayout } from '@platform/site/model/site-layout'
import { makes, packDelta } from './dcz'
import { type DeltaPair, deltasFolder, nameOf } from './plan-deltas'
import type { Zstd } from './zstd'

export type MadeDelta = {
  /** Absent where it would be no smaller than what is sent without it. */
  bytes?: Buffer
  warning?: string
}

/**
 * Makes a delta, or takes the kept one when it is whole.
 * @throws Refusal when one of the files is no longer what was published
 */
export async function makeDelta(layout: SiteLayout, zstd: Zstd, { from, to }: DeltaPair): Promise<MadeDelta> {
  const dictionary = await readReleaseFile(from.folder, from.file, from.expected)
  const content = await readReleaseFile(to.folder, to.file, to.expected)
  const plainBytes = await smallestForm(to)
  const file = path.join(deltasFolder(layout), `${nameOf({ from, to })}.dcz`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept && kept.length < plainBytes && makes(zstd, kept, dictionary, content)) return { bytes: kept }
  const bytes = packDelta(zstd, dictionary, content)
  if (!bytes || bytes.length >= plainBytes) return {}
  const warning = await keep(layout, file, bytes).then(() => undefined, messageOf)
  return { bytes, ...(warning && { warning }) }
}

async function smallestForm({ folder, file, expected }: DeltaPair['to']): Promise<number> {
  const encoded = await readEncodedFile(folder, file, expected.sha256).catch(() => undefined)
  return Math.min(expected.bytes, encoded?.br.length ?? expected.bytes, encoded?.gzip.length ?? expected.bytes)
}

async function keep({ temporary }: SiteLayout, file: string, bytes: Buffer): Promise<void> {
  const unfinished = path.join(temporary, temporaryName('delta'))
  try {
    await writeDurably(unfinished, bytes)
    await publishFile(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}
