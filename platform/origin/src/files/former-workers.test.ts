import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import { readConfig } from '../config'
import { endFormerWorkers, LAST_WORKER } from './former-workers'

// A cache-first worker of the site before a relaunch showed its visitors the old site for ever.
it('answers at the usual addresses of service workers, and at the operator’s', async () => {
  const app = Fastify()
  endFormerWorkers(app, readConfig({ FORMER_WORKERS: '/app/offline.js /sw.js' }).formerWorkers)
  for (const url of ['/service-worker.js', '/sw.js', '/app/offline.js']) {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/javascript; charset=utf-8', LAST_WORKER])
  }
  expect(() => readConfig({ FORMER_WORKERS: 'sw.js' })).toThrow('FORMER_WORKERS is "sw.js", but must be paths')
})

it('ends itself: clears its caches, unregisters and reloads its pages', async () => {
  const done: string[] = []
  const heard: Record<string, (event: object) => void> = {}
  const caches = { keys: async () => ['a', 'b'], delete: async (name: string) => done.push(`delete ${name}`) }
  const page = { url: '/courses', navigate: (url: string) => done.push(`navigate ${url}`) }
  runInNewContext(LAST_WORKER, {
    addEventListener: (type: string, listener: () => void) => Object.assign(heard, { [type]: listener }),
    skipWaiting: () => done.push('skip'),
    caches,
    registration: { unregister: async () => done.push('unregister') },
    clients: { matchAll: async () => [page] },
  })
  heard.install?.({})
  await new Promise<void>((resolve) => heard.activate?.({ waitUntil: (end: Promise<void>) => resolve(end) }))
  expect(done).toEqual(['skip', 'delete a', 'delete b', 'unregister', 'navigate /courses'])
})
