import { maskSecrets } from '@platform/base/errors/mask-secrets'
import Fastify from 'fastify'
import { loggerOptions, requestId } from './logger-options'

describe('maskSecrets', () => {
  it.each([
    ['{"msg":"ada.marsh@example.com bought"}', '{"msg":"a***@example.com bought"}'],
    ['{"url":"/x?email=ada%40example.com&a=1"}', '{"url":"/x?email=a***%40example.com&a=1"}'],
    // Each failed query put the buyer's name into the log.
    ['{"message":"Failed: q\\nparams: 1,\\"Ada"}', '{"message":"Failed: q\\nparams: [hidden]"}'],
    ['{"stack":"E: q\\nparams: Ada\\n    at f"}', '{"stack":"E: q\\nparams: [hidden]\\n    at f"}'],
    ['{"params":["Ada \\"]",[1,"Ada"],{"data":[2]}],"a":[1]}', '{"params":"[hidden]","a":[1]}'],
    ['{"password":"a \\" quote, b"}', '{"password":"[hidden]"}'],
    ['{"deep":{"body":{"token":"abc"}}}', '{"deep":{"body":{"token":"[hidden]"}}}'],
    ['{"clientSecret":"pi_1_secret_2"}', '{"clientSecret":"[hidden]"}'],
    ['{"msg":"pi_1Abc_secret_9xyz failed"}', '{"msg":"pi_1Abc_secret_[hidden] failed"}'],
    ['{"msg":"key sk_live_abcdef123"}', '{"msg":"key sk_[hidden]"}'],
    ['{"msg":"Bearer abc.def"}', '{"msg":"Bearer [hidden]"}'],
    ['{"msg":"postgres://shop:pass@db/shop"}', '{"msg":"postgres://shop:[hidden]@db/shop"}'],
    ['{"msg":"$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"}', '{"msg":"[hash]"}'],
    ['{"msg":"card 4242 4242 4242 4242 declined"}', '{"msg":"card [card] declined"}'],
    ['{"msg":"4000-0025-0000-3155"}', '{"msg":"[card]"}'],
    ['{"n":4242424242424242,"m":1}', '{"n":"[card]","m":1}'],
  ])('takes what is secret out of %s', (line, expected) => {
    expect(maskSecrets(line)).toBe(expected)
  })

  it.each([
    '{"level":30,"time":1763716276001,"pid":4242,"ms":12.345678901234567,"msg":"order_1763716276001_ab12cd34 paid"}',
    '{"pi":"pi_3OabcDEF","orderId":"order_1763716276001_4242424242424242"}',
    '{"url":"/releases/shell/1.0.0-local.h16862c26/main.aa11.js","host":"127.0.0.1:3000"}',
  ])('leaves %s as it is', (line) => {
    expect(maskSecrets(line)).toBe(line)
  })

  // A backtracking pattern would take minutes for each line.
  it.each(['a', 'a.', '1', '1 ', '%40', '\nparams: '])('takes a time that grows with the line alone: %j', (text) => {
    const line = JSON.stringify({ url: text.repeat(100_000) })
    expect(maskSecrets(line)).toMatch(/^\{"url":"/)
  })
})

describe('the log of a server', () => {
  it('gives every line the id of its request, keeps it JSON and hides what is secret', async () => {
    const lines: string[] = []
    const logger = loggerOptions('info', { write: (line) => lines.push(line) })
    const app = Fastify({ logger, genReqId: requestId })
    app.post('/', async (request) => {
      request.log.info({ body: request.body }, 'told by %s', 'ada@example.com')
      request.log.error({ err: new Error('failed for ada@example.com') }, 'failed')
      return 'done'
    })
    const payload = { email: 'ada@example.com', password: 'correct horse', number: 4242424242424242 }
    await app.inject({ method: 'POST', url: '/', payload, headers: { 'x-request-id': 'from-the-proxy-1' } })
    await app.close()

    const text = lines.join('')
    for (const secret of ['ada@example.com', 'correct horse', '4242']) expect(text).not.toContain(secret)
    const parsed = lines.map((line) => JSON.parse(line))
    expect(parsed.filter(({ reqId }) => reqId === 'from-the-proxy-1').length).toBeGreaterThanOrEqual(2)
  })

  it.each([undefined, 'short', 'has space in it', 'x'.repeat(65), 'line\nbreak-xx'])('makes an id for %j', (given) => {
    // @ts-expect-error only the headers are read
    expect(requestId({ headers: { ...(given && { 'x-request-id': given }) } })).toMatch(/^[0-9a-f-]{36}$/)
  })
})
