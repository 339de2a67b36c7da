import { spawnSync } from 'node:child_process'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { Transform } from 'node:stream'

const LATENCY_MS = 40

export async function startSlowLine(target: URL, bytesPerSecond: number): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<Socket>()
  const delay = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(() => done(null, chunk), LATENCY_MS + (1_000 * chunk.length) / bytesPerSecond)
      },
    })
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          for (const each of [incoming, outgoing]) each.destroy()
          sockets.delete(socket)
        })
    }
    incoming.pipe(delay()).pipe(outgoing)
    outgoing.pipe(delay()).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The slow line has no port')
  const slow = new URL(target)
  slow.port = String(address.port)
  return {
    url: slow.href,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type SmallDisk = {
  folder: string
  fill: (siteDir: string) => Promise<void>
  remove: () => Promise<void>
  error: RegExp
}

/** A small file system that can be filled; without the right to mount, a folder that cannot be written. */
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
