import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { buildApi } from './app'
import { acceptJsonOnly } from './http/accept-json-only'
import { registerErrorReplies } from './http/error-replies'
import { refuseForeignPages } from './http/refuse-foreign-pages'
import { validateBySchema } from './http/validate-by-schema'

const body = Type.Object({ amount: Type.Integer() }, { additionalProperties: false })

/** The frame around two routes of a test: the API itself has none yet that takes a body. */
const framed: FastifyPluginAsync = async (app) => {
  acceptJsonOnly(app)
  validateBySchema(app)
  registerErrorReplies(app)
  refuseForeignPages(app)
  app.post('/echo', { schema: { body } }, (request) => request.body)
  app.get('/broken', () => {
    throw new Error('secret detail')
  })
}

let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  await app.register(buildApi(), { prefix: '/api' })
  await app.register(framed, { prefix: '/framed' })
})

afterAll(() => app.close())

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/framed/echo',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('the frame of the API', () => {
  it('is healthy', async () => {
    const reply = await app.inject('/api/health')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ success: true, status: 'ok' })
  })

  it('takes a body that follows its schema', async () => {
    const reply = await post('{"amount":5}')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ amount: 5 })
  })

  it.each([
    ['another type', '{"amount":"5"}', 400, 'validation', 'The request is not valid: body.amount must be integer'],
    ['an extra field', '{"amount":5,"paid":true}', 400, 'validation', /^The request is not valid: body/],
    ['a missing field', '{}', 400, 'validation', /amount/],
    ['half a body', '{"amount":', 400, 'invalid_json', 'The request is not valid JSON.'],
    ['no body', '', 400, 'invalid_json', 'The request has no content.'],
    ['__proto__', '{"amount":5,"__proto__":{"x":1}}', 400, 'invalid_json', /JSON/],
    ['constructor', '{"amount":5,"constructor":{"prototype":{}}}', 400, 'invalid_json', /JSON/],
    ['more than 32 KB', `{"amount":5,"x":"${'x'.repeat(33_000)}"}`, 413, 'body_too_large', 'The request is too large.'],
    ['a deep body', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, 400, 'validation', /object/],
  ])('refuses %s in its one shape', async (_name, payload, status, code, message) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ success: false, code, message: expect.stringMatching(message) })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a form of another site: %s',
    async (type) => {
      const reply = await post('amount=5', { 'content-type': type })
      expect(reply.statusCode).toBe(415)
      expect(reply.json()).toMatchObject({ success: false, code: 'unsupported_media_type' })
    },
  )

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'x-requested-with': 'site' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('answers a post with %j with %d', async (headers, status) => {
    expect((await post('{"amount":5}', headers)).statusCode).toBe(status)
  })

  it('answers an unknown address in its one shape', async () => {
    const reply = await app.inject('/api/nothing')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' })
  })

  it('keeps the details of an error to itself', async () => {
    const reply = await app.inject('/framed/broken')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toMatchObject({ success: false, code: 'internal' })
    expect(reply.body).not.toContain('secret')
  })
})
