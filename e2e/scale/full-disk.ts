import { spawnSync } from 'node:child_process'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type SmallDisk = {
  folder: string
  /** From now on nothing can be written there. */
  fill: (siteDir: string) => Promise<void>
  remove: () => Promise<void>
  /** What keeps it from being written, as the system says it. */
  error: RegExp
}

/** A disk of its own that can be filled; where none can be mounted, a folder in which nothing can be unpacked any more. */
export async function createSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (status !== 0) {
    console.log('No disk can be mounted by this user: a folder that cannot be written takes the place of the full one')
    const fill = async (siteDir: string) => {
      await rm(path.join(siteDir, 'tmp'), { recursive: true })
      await writeFile(path.join(siteDir, 'tmp'), '')
    }
    return { folder, fill, error: /EEXIST|ENOTDIR/, remove: async () => {} }
  }
  return {
    folder,
    error: /ENOSPC/,
    fill: () => writeUntilFull(path.join(folder, 'filler')),
    async remove() {
      spawnSync('umount', ['--lazy', folder])
    },
  }
}

async function writeUntilFull(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const bytes of [1024 * 1024, 4096, 1]) {
      for (let isFull = false; !isFull; ) {
        isFull = await handle.write(Buffer.alloc(bytes, 1)).then(
          () => false,
          () => true,
        )
      }
    }
  } finally {
    await handle.close()
  }
}
