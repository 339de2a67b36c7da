import { connect, createServer, type Socket } from 'node:net'

export type CountingLine = {
  url: string
  taken: () => number
  /** Breaks the connection once after this many more bytes; `silent` keeps it open. */
  breakAfter: (more: number, how?: 'closed' | 'silent') => void
  close: () => Promise<void>
}

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
