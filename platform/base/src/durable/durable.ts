import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../errors/refusal'
import { temporaryName } from './temporary'

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** @returns `undefined` if there is no such file */
export function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  })
}

export async function writeDurably(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content, { flush: true, mode })
}

/** Replaces a file atomically, even across a power cut. */
export async function replaceFile(file: string, content: string, mode?: number): Promise<void> {
  const temporary = path.join(path.dirname(file), temporaryName('file'))
  try {
    await writeDurably(temporary, content, mode)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(path.dirname(file))
}

/**
 * Renames a folder durably. Its files must come from `writeDurably`.
 * @throws Error with code ENOTEMPTY or EEXIST when the name is taken
 */
export async function publishFolder(temporary: string, target: string): Promise<void> {
  const entries = await readdir(temporary, { recursive: true, withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  for (const folder of [...folders.reverse(), temporary]) await syncFolder(folder)
  await mkdir(path.dirname(target), { recursive: true })
  await rename(temporary, target)
  await syncFolder(path.dirname(target))
  await syncFolder(path.dirname(path.dirname(target)))
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
