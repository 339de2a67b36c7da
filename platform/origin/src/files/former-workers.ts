import type { FastifyInstance } from 'fastify'

const USUAL_ADDRESSES = [
  '/service-worker.js',
  '/serviceworker.js',
  '/serviceWorker.js',
  '/sw.js',
  '/worker.js',
  '/ngsw-worker.js',
  '/pwa-sw.js',
  '/pwabuilder-sw.js',
  '/superpwa-sw.js',
  '/firebase-messaging-sw.js',
  '/OneSignalSDKWorker.js',
]

/** Ends itself: clears its caches, unregisters and has its pages fetched anew. */
const LAST_WORKER = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll({ type: 'window' })) client.navigate(client.url)
}
`

/**
 * This site has no service worker. One of a site that had the address before it would show its visitors that site for
 * ever; browsers ask for it again at each visit.
 * @param more addresses that the operator knows of
 */
export function endFormerWorkers(app: FastifyInstance, more: readonly string[] = []): void {
  for (const address of new Set([...USUAL_ADDRESSES, ...more])) {
    app.get(address, (_request, reply) =>
      // For any scope that the former one had.
      reply.header('service-worker-allowed', '/').type('text/javascript; charset=utf-8').send(LAST_WORKER),
    )
  }
}
