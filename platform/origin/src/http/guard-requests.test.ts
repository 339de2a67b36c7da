import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { sendRequest, until } from '../testing/test-origin'
import { createHttpServer } from './create-app'
import { guardRequests, limitConnections, MOST_CONNECTIONS, MOST_PIPELINED } from './guard-requests'
import { closeServers, listen } from './listen'
import { plainSender } from './plain-reply'

const held: ServerResponse[] = []
const servers: Server[] = []
const guarded = (handle: RequestListener) =>
  guardRequests(handle, { sendPlain: plainSender({}), publicUrls: () => [undefined, 'https://shop.example'] })

async function start(server: Server): Promise<number> {
  const listening = await listen(['127.0.0.1'], 0, () => server)
  servers.push(...listening.servers)
  return listening.port
}

afterEach(() => closeServers(servers.splice(0), 0))

// `Host: evil.example` added that host to the scripts of the checkout.
it('D12: answers for the public address and this machine alone', async () => {
  const port = await start(createServer(guarded((_request, response) => void response.end('page'))))
  const asked = async (host: string, path = '/checkout') =>
    (await sendRequest(port, path, { headers: { host } })).status
  for (const host of ['shop.example', 'SHOP.example', 'localhost:41234', '127.0.0.1', '[::1]:3000'])
    expect([host, await asked(host)]).toEqual([host, 200])
  for (const host of [
    'evil.example',
    'shop.example.',
    'shop.example.evil.example',
    'evil-shop.example',
    '127.0.0.1.evil.example',
  ])
    expect([host, await asked(host)]).toEqual([host, 421])
  expect(await asked('10.0.0.7:3000', '/healthz')).toBe(200)
  // Behind nginx a public address with a port was answered 421.
  const balancer = await readFile(path.join(__dirname, '../../../../deploy/nginx/nginx.conf'), 'utf8')
  expect(balancer).toContain('proxy_set_header Host $http_host;')
  // Reports of visitors who met two origins were dropped.
  expect(balancer).toMatch(/^ +ip_hash;\n +include upstream\.conf;$/m)
  const socket = connect(port, '127.0.0.1')
  const reply = new Promise((resolve) => socket.once('data', (data) => resolve(String(data).slice(9, 12))))
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nHost: evil.example\r\n\r\n')
  expect(await reply).toBe('400')
  socket.destroy()
})

// 300 connections with 200 pipelined requests each delayed a page by five seconds.
it('D13: ends a connection that sends requests without reading replies, and one address has only so many', async () => {
  const server = createServer(guarded((_request, response) => void held.push(response)))
  limitConnections(server, () => false)
  const port = await start(server)
  const isClosed = (socket: ReturnType<typeof connect>) =>
    new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()))
  const flood = connect(port, '127.0.0.1')
  flood.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))
  await isClosed(flood)
  expect(held).toHaveLength(MOST_PIPELINED + 1)
  const sockets = Array.from({ length: MOST_CONNECTIONS + 1 }, () => connect(port, '127.0.0.1'))
  await Promise.race(sockets.map(isClosed))
  await until(() => sockets.filter(({ destroyed }) => destroyed).length === 1)
  for (const socket of sockets) socket.destroy()
})

// A hundred connections that never read stayed open.
it('D13: ends a connection whose reply is not read', () => {
  expect(createHttpServer(() => {}, {}, []).timeout).toBe(30_000)
})
