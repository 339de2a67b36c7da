import { access, constants, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { LiveSite } from '../live/live-site'

const MIN_FREE_BYTES = 64 * 1024 * 1024

type Operated = {
  site: LiveSite
  siteDir: string
  /** Whether the database that says what is live was seen lately; absent: nothing is followed. */
  isFollowing?: (() => boolean) | undefined
}

/** What whoever runs the site asks: does the process live, may it get visitors, is all of it well, what is live. */
export function registerOperations(app: FastifyInstance, { site, siteDir, isFollowing }: Operated): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  // For a balancer: an origin that lost its database still has every page, and taking it out would lose them all.
  app.get('/servez', (_request, reply) => {
    const canServe = site.current() !== undefined
    return reply.status(canServe ? 200 : 503).send({ status: canServe ? 'serving' : 'no composition is live yet' })
  })

  app.get('/readyz', async (_request, reply) => {
    const checks = {
      composition: site.current() !== undefined,
      disk: await isWritable(siteDir),
      api: (await app.inject('/api/health')).statusCode === 200,
      ...(isFollowing && { store: isFollowing() }),
    }
    const isReady = Object.values(checks).every(Boolean)
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks })
  })

  app.get('/composition.json', (_request, reply) => {
    const composition = site.current()?.composition
    if (!composition) return reply.status(503).send({ message: 'No composition is live yet' })
    const releases = Object.entries(composition.releases).map(([name, { version }]) => [name, version])
    const { number, createdAt } = composition
    return reply.send({ number, createdAt, releases: Object.fromEntries(releases) })
  })
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
