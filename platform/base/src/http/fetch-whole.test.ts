import { createServer, type Server, type ServerResponse } from 'node:http'
import { keepCollectingGarbage } from '../testing/collect-garbage'
import { AnswerTooLarge, fetchWhole } from './fetch-whole'

let server: Server
let url: string
let answer: (response: ServerResponse) => void
const open = new Set<ServerResponse>()

beforeAll(async () => {
  server = createServer((_, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const trickle = (response: ServerResponse) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}
const allClosed = async () => {
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

// Garbage collection dropped the signal of `fetch`, and an endless answer was read for ever.
it('gives up an answer that never ends, whatever garbage is collected meanwhile, and closes its connection', async () => {
  answer = trickle
  const stop = keepCollectingGarbage(20)
  const calls = Array.from({ length: 5 }, () => fetchWhole(url, {}, { limitMs: 400 }))
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: { message: 'No whole answer after 400 ms' } })
  }
  stop()
  await allClosed()
})

it("gives up when its caller does, and says the caller's reason", async () => {
  answer = trickle
  const signal = AbortSignal.timeout(100)
  await expect(fetchWhole(url, { signal }, { limitMs: 10_000 })).rejects.toMatchObject({ name: 'TimeoutError' })
  await allClosed()
})

it('has what came: status, headers and body, none too', async () => {
  answer = (response) => response.writeHead(402, { 'x-request-id': 'a' }).end('{"no":1}')
  const response = await fetchWhole(url, { method: 'POST', body: '{}' }, { limitMs: 5_000 })
  expect([response.status, response.ok, response.headers.get('x-request-id')]).toEqual([402, false, 'a'])
  expect(await response.json()).toEqual({ no: 1 })
  answer = (response) => response.writeHead(204).end()
  expect((await fetchWhole(url, {}, { limitMs: 5_000 })).status).toBe(204)
})

it('counts while it arrives, and stops there', async () => {
  answer = (response) => response.writeHead(200).write('x'.repeat(2_000))
  const large = fetchWhole(url, {}, { limitMs: 5_000, maxBytes: 1_000 })
  await expect(large).rejects.toThrow(AnswerTooLarge)
  await allClosed()
})
