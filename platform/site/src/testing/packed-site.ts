import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { unpackFolder } from '@platform/base/archive/folder-archive'

/**
 * A site folder that a program of before has made, whose compositions (1 and 2, the live one) have format 4: pages in packs.
 * It was made at commit 7b46a47 with the fixtures of `createTestSite`.
 */
export async function unpackPackedSite(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await unpackFolder(await readFile(path.join(__dirname, 'site-format-4.tar.br')), folder)
}
