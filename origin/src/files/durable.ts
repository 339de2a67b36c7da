import { mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Writes a file so that it is on the disk, not only in the kernel's memory, when this returns. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content, { flush: true })
}

/** A reader finds the old content or the new one, nothing between. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const aside = `${file}.${process.pid}.tmp`
  await writeDurably(aside, content)
  await rename(aside, file)
}

/** Makes a rename inside the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
