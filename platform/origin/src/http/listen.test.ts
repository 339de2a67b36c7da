import { createServer, type Server, type ServerResponse } from 'node:http'
import { sendRequest, until } from '../testing/test-origin'
import { listen, stopOrigin } from './listen'

const events: string[] = []
const waiting: ServerResponse[] = []
let servers: Server[]
let port: number

beforeEach(async () => {
  events.length = 0
  waiting.length = 0
  const receive = (_request: unknown, response: ServerResponse) => {
    response.on('finish', () => events.push('answered'))
    waiting.push(response)
  }
  ;({ port, servers } = await listen(['127.0.0.1', '192.0.2.1'], 0, () =>
    createServer({ keepAliveTimeout: 600_000 }, receive),
  ))
})

const origin = { endStreams: () => void events.push('streams ended'), close: async () => void events.push('closed') }

async function openRequest() {
  const reply = sendRequest(port, '/').catch((error: NodeJS.ErrnoException) => error.code)
  await until(() => waiting.length > 0)
  return { reply }
}

it('says what to do when the port is taken', async () => {
  const again = listen(['127.0.0.1'], port, () => createServer())
  await expect(again).rejects.toThrow(`Port ${port} is in use. Stop the other program or set PORT to a free one.`)
  await stopOrigin(origin, servers, 0)
  await expect(listen(['192.0.2.1'], 0, () => createServer())).rejects.toThrow('EADDRNOTAVAIL')
})

// Shutdown closed the database first, so payments under way got 503.
it('closes nothing that an open request needs before it has its answer, and takes no new one', async () => {
  const { reply } = await openRequest()
  const stopped = stopOrigin(origin, servers, 5_000)
  await expect(sendRequest(port, '/')).rejects.toThrow('ECONNREFUSED')
  expect(events).toEqual(['streams ended'])
  waiting[0]?.end('paid')
  expect(await reply).toMatchObject({ status: 200, text: 'paid' })
  await stopped
  expect(events).toEqual(['streams ended', 'answered', 'closed'])
})

// Bug: `npm run dev` took ten seconds to end, because the connection of an ended event stream stayed open.
it('ends with its event streams', async () => {
  const { reply } = await openRequest()
  waiting[0]?.write('data')
  await stopOrigin({ ...origin, endStreams: () => void waiting[0]?.end() }, servers, 600_000)
  expect([await reply, events.at(-1)]).toEqual([expect.objectContaining({ text: 'data' }), 'closed'])
})

it('cuts a request that takes too long', async () => {
  const { reply } = await openRequest()
  await stopOrigin(origin, servers, 50)
  expect(await reply).toBe('ECONNRESET')
  expect(events.at(-1)).toBe('closed')
})
