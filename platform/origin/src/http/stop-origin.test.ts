import { createServer, get, type Server, type ServerResponse } from 'node:http'
import { listen } from './listen'
import { stopOrigin } from './stop-origin'

/** Payments under way were answered with 503 at the end of the process: their database was closed first. */
describe('stopOrigin', () => {
  const events: string[] = []
  const waiting: ServerResponse[] = []
  let servers: readonly Server[] = []
  let port = 0

  const receive = (_request: unknown, response: ServerResponse) => {
    response.on('finish', () => events.push('answered'))
    waiting.push(response)
  }

  beforeEach(async () => {
    events.length = 0
    waiting.length = 0
    const bound = await listen(['127.0.0.1'], 0, () => createServer(receive))
    servers = bound.servers
    port = bound.port
  })

  const origin = {
    endStreams: () => void events.push('streams ended'),
    close: async () => void events.push('closed'),
  }
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get({ port, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      }).on('error', reject)
    })
  const isAsked = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('closes nothing that a request under way needs before it has its answer', async () => {
    const answer = ask()
    await isAsked()
    const stopped = stopOrigin(origin, servers, 5_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(events).toEqual(['streams ended'])
    waiting[0]?.end('paid')
    expect(await answer).toBe(200)
    await stopped
    expect(events).toEqual(['streams ended', 'answered', 'closed'])
  })

  it('takes no more requests and does not wait for ever', async () => {
    const cut = ask()
    await isAsked()
    const stopped = stopOrigin(origin, servers, 50)
    await expect(ask()).rejects.toThrow()
    await expect(cut).rejects.toThrow()
    await stopped
    expect(events.at(-1)).toBe('closed')
  })
})
