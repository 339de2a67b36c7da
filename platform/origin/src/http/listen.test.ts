import http from 'node:http'
import { sendRequest } from '../testing/send-request'
import { until } from '../testing/test-origin'
import { closeServers, listen } from './listen'

let close: (timeoutMs: number) => Promise<void>
let port: number
const replies = new Set<http.ServerResponse>()

beforeEach(async () => {
  replies.clear()
  const listening = await listen(['127.0.0.1', '192.0.2.1'], 0, () =>
    http.createServer((_, reply) => replies.add(reply)),
  )
  port = listening.port
  close = (timeoutMs) => closeServers(listening.servers, timeoutMs)
})

/** A request that has arrived and waits for its reply. */
async function openRequest() {
  const reply = sendRequest(port, '/').catch((error: NodeJS.ErrnoException) => error.code)
  await until(() => replies.size > 0)
  return { reply }
}

describe('listen', () => {
  it('says what to do when the port is taken', async () => {
    const again = listen(['127.0.0.1'], port, () => http.createServer())
    await expect(again).rejects.toThrow(`Port ${port} is in use. Stop the other program or set PORT to a free one.`)
    await close(0)
  })

  it('fails when the machine has none of the addresses', async () => {
    await close(0)
    await expect(listen(['192.0.2.1'], 0, () => http.createServer())).rejects.toThrow('EADDRNOTAVAIL')
  })
})

describe('closeServers', () => {
  it('lets an open request finish and takes no new one', async () => {
    const { reply } = await openRequest()
    const closed = close(5_000)
    await expect(sendRequest(port, '/')).rejects.toThrow('ECONNREFUSED')
    for (const waiting of replies) waiting.end('done')
    expect(await reply).toMatchObject({ status: 200, text: 'done' })
    await closed
  })

  it('cuts a request that takes too long', async () => {
    const { reply } = await openRequest()
    await close(50)
    expect(await reply).toBe('ECONNRESET')
  })
})
