import { access, constants, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { LiveSite } from '../live/live-site'
import { lacksPages } from '../live/load-site'

const MIN_FREE_BYTES = 64 * 1024 * 1024

type Operated = {
  site: LiveSite
  siteDir: string
  /** Absent: the site is a folder. */
  isFollowing?: (() => boolean) | undefined
  outOfService: () => string | undefined
}

export function registerOperations(app: FastifyInstance, { site, siteDir, isFollowing, outOfService }: Operated): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  // For a balancer: pages need no database.
  app.get('/servez', (_request, reply) => {
    const current = site.current()
    if (!current) return reply.status(503).send({ status: 'no composition is live yet' })
    // Until the store answers, another origin may have all pages.
    if (lacksPages(current) && isFollowing?.() === false)
      return reply.status(503).send({ status: 'a part of it is whole' })
    const reason = outOfService()
    return reason === undefined ? { status: 'serving' } : reply.status(503).send({ status: 'out of service', reason })
  })

  app.get('/readyz', async (_request, reply) => {
    const current = site.current()
    const checks = {
      composition: current !== undefined && !lacksPages(current),
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
    const releases = Object.entries(composition.releases)
    const { number, createdAt } = composition
    return reply.send({
      number,
      createdAt,
      releases: Object.fromEntries(releases.map(([name, { version }]) => [name, version])),
      digests: Object.fromEntries(releases.map(([name, { digest }]) => [name, digest])),
    })
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
