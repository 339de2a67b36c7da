import { createServer, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeServers, listen } from '../http/listen'
import { until } from '../testing/test-origin'
import { createWebhook, type Notice, readWebhook, type WebhookSettings } from './webhook'

const SECRET = 'T000-B000-verysecret'
const notice: Notice = {
  event: 'automatic: rollback',
  at: '2026-11-23T02:00:00.000Z',
  host: 'web-1',
  target: undefined,
  packages: ['catalog'],
  before: { composition: 42 },
  after: { composition: 41, held: true },
  reason: 'failures <!channel> & more',
  refusal: undefined,
  text: 'automatic: rollback\nWhy: failures <!channel> & more',
}

let port: number
let servers: Server[]
let received: string[]
let answers: (number | 'hang')[]
let lines: object[]
const write = (details: object, message: string) => lines.push({ ...details, message })
const log = { warn: write, error: write }

beforeEach(async () => {
  received = []
  lines = []
  const receive: RequestListener = async (request, response) => {
    received.push(await text(request))
    const status = answers.shift() ?? 200
    if (status !== 'hang') response.writeHead(status, { location: '/elsewhere' }).end()
  }
  ;({ port, servers } = await listen(['127.0.0.1'], 0, () => createServer(receive)))
})

afterEach(() => closeServers(servers, 0))

const address = () => `http://127.0.0.1:${port}/services/${SECRET}`

async function send(url = address(), format: WebhookSettings['format'] = 'json') {
  const timeoutMs = answers.includes('hang') ? 100 : 10_000
  await createWebhook({ url, format }, log, { timeoutMs, retryAfterMs: [1, 1] }).send(notice)
}

describe('a notice', () => {
  it('is sent with all that is known, or as a message of Slack that mentions nobody', async () => {
    answers = [200]
    await send()
    answers = [200]
    await send(undefined, 'slack')
    expect(received.map((body) => JSON.parse(body))).toEqual([
      JSON.parse(JSON.stringify(notice)),
      { text: 'automatic: rollback\nWhy: failures &lt;!channel&gt; &amp; more' },
    ])
    expect(lines).toEqual([])
  })

  it('is sent again to a receiver that fails or has too much to do', async () => {
    answers = [500, 429, 200]
    await send()
    expect(received).toHaveLength(3)
    expect(lines).toEqual([])
  })

  it.each<[string, (number | 'hang')[], number, string, string?]>([
    ['is not there', [], 0, 'it cannot be reached', `http://127.0.0.1:9/${SECRET}`],
    ['hangs', ['hang', 'hang', 'hang', 200], 3, 'it does not answer in time'],
    ['goes on failing', [500, 500, 500, 200], 3, 'it answers with 500'],
    ['does not know the address', [404, 200], 1, 'it answers with 404'],
    ['leads elsewhere', [302, 302, 302, 200], 3, 'it cannot be reached'],
  ])(
    'is given up when the receiver %s, and the log does not say where it was sent',
    async (_, list, tries, problem, ...[url]) => {
      answers = list
      await send(url)
      expect(received).toHaveLength(tries)
      const [line] = lines
      expect(line).toMatchObject({ event: 'automatic: rollback', problem: expect.stringContaining(problem) })
      expect(JSON.stringify(lines)).not.toContain(SECRET)
    },
  )

  it('holds up nobody who ends the origin', async () => {
    answers = ['hang', 200]
    const patience = { timeoutMs: 3_600_000, retryAfterMs: [3_600_000] }
    const webhook = createWebhook({ url: address(), format: 'json' }, log, patience)
    void webhook.send(notice)
    await until(() => received.length > 0)
    await webhook.close()
    expect(lines).toHaveLength(1)
  })
})

describe('OPERATIONS_WEBHOOK', () => {
  const url = `https://hooks.slack.com/services/${SECRET}`

  it.each([
    [{}, undefined],
    [{ OPERATIONS_WEBHOOK: url }, { url, format: 'slack' }],
    [{ OPERATIONS_WEBHOOK: 'https://ops.example/x' }, { url: 'https://ops.example/x', format: 'json' }],
    [{ OPERATIONS_WEBHOOK: 'http://127.0.0.1:9000', OPERATIONS_WEBHOOK_FORMAT: 'slack' }, { format: 'slack' }],
  ])('%j is read', (environment, webhook) => {
    const read = readWebhook(environment)
    expect(read.problems).toEqual([])
    expect(read.webhook ?? {}).toMatchObject(webhook ?? {})
    expect(read.webhook === undefined).toBe(webhook === undefined)
  })

  it.each([
    [{ OPERATIONS_WEBHOOK: `http://hooks.example/${SECRET}` }, 'OPERATIONS_WEBHOOK must be an https address'],
    [{ OPERATIONS_WEBHOOK: SECRET }, 'OPERATIONS_WEBHOOK must be an https address'],
    [{ OPERATIONS_WEBHOOK: url, OPERATIONS_WEBHOOK_FORMAT: 'xml' }, 'must be slack or json'],
    [{ OPERATIONS_WEBHOOK_FORMAT: 'json' }, 'is given without OPERATIONS_WEBHOOK'],
  ])('%j is wrong, and is not repeated', (environment, problem) => {
    const { problems } = readWebhook(environment)
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems.join()).not.toContain(SECRET)
  })
})
