import { connect, createServer, type Socket } from 'node:net'

export type CountingLine = {
  /** The address of the database, over this line. */
  url: string
  /** Bytes that the database has sent over it since the last call. */
  taken: () => number
  /** Breaks off what goes over it, once, after so many bytes more; or falls silent there, and stays open. */
  breakAfter: (more: number, how?: 'closed' | 'silent') => void
  close: () => Promise<void>
}

/** A line to a database that counts what comes over it. */
export async function countingLine(databaseUrl: string): Promise<CountingLine> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let bytes = 0
  let breaksAt = Number.POSITIVE_INFINITY
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    far.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes < breaksAt) return
      breaksAt = Number.POSITIVE_INFINITY
      if (isSilent) far.unpipe(near)
      else far.destroy()
    })
    near.pipe(far).pipe(near)
    for (const end of [near, far]) {
      ends.add(end)
      // One end that breaks off ends the other.
      end.on('error', () => {})
      end.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    taken() {
      const taken = bytes
      bytes = 0
      return taken
    },
    breakAfter(more, how = 'closed') {
      breaksAt = bytes + more
      isSilent = how === 'silent'
    },
    async close() {
      for (const end of ends) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
