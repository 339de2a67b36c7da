import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type ApiConfig, readApiConfig } from '../config/read'

export const password = 'correct horse battery'
export const ada = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com', password }

export const eve = { ...ada, firstName: 'Eve', email: 'eve@example.com' }

export const authSecret = 'a secret of at least thirty-two letters'
export const unlimited: Pick<ApiConfig, 'access' | 'authSecret'> = {
  access: readApiConfig({ SIGN_INS_PER_ACCOUNT: '1000' }, 'http://localhost:3000').config.access,
  authSecret,
}

type Headers = Record<string, string>
export type Visitor = ReturnType<typeof createVisitor>

export function createVisitor(app: FastifyInstance) {
  const kept: { token: string | undefined; cookie: string | undefined } = { token: undefined, cookie: undefined }

  async function post(url: string, payload: object, headers: Headers = {}): Promise<LightMyRequestResponse> {
    const cookie: Headers = kept.cookie === undefined ? {} : { cookie: kept.cookie }
    const reply = await app.inject({ method: 'POST', url, payload, headers: { ...cookie, ...headers } })
    const [set] = [reply.headers['set-cookie']].flat()
    const [pair = ''] = set?.split(';') ?? []
    if (set !== undefined) kept.cookie = /Max-Age=0\b/.test(set) ? undefined : pair
    return reply
  }

  async function enter(path: string, body: object): Promise<LightMyRequestResponse> {
    const reply = await post(`/api/auth/${path}`, body)
    if (reply.statusCode === 200) kept.token = reply.json().token
    return reply
  }

  return {
    kept,
    post,
    register: (body: object = ada) => enter('register', body),
    signIn: (body: object = { email: ada.email, password }) => enter('login', body),
    call: (path: string, body: object = {}, headers: Headers = {}) => {
      const authorization: Headers = kept.token === undefined ? {} : { authorization: `Bearer ${kept.token}` }
      return post(`/api/account/${path}`, body, { ...authorization, ...headers })
    },
  }
}

export function createVisitors(app: FastifyInstance) {
  async function signedIn(who = ada): Promise<Visitor> {
    const visitor = createVisitor(app)
    await visitor.register(who)
    return visitor
  }

  const follow = async (visitor: Visitor, kind: string, to: string): Promise<LightMyRequestResponse> =>
    visitor.call('confirm', { token: await readToken(app, kind, to) })

  return {
    signedIn,
    follow,

    async confirmed(who = ada): Promise<Visitor> {
      const visitor = await signedIn(who)
      await follow(visitor, 'account_confirm', who.email)
      return visitor
    },

    async moveTo(visitor: Visitor, email: string, from = ada.email): Promise<LightMyRequestResponse> {
      await visitor.call('email', { email, password })
      await follow(visitor, 'account_change_to', email)
      return follow(visitor, 'account_change_from', from)
    },
  }
}

export async function readMails(app: FastifyInstance, kind: string, to: string): Promise<string[]> {
  const rows = (await app.inject('/sandbox/mail')).body.split('<tr>')
  const own = rows.filter((row) => row.includes(`>${kind}<`) && row.includes(`<td>${to}</td>`))
  const pages = own.map((row) => app.inject(/href="([^"]+)"/.exec(row)?.[1] ?? ''))
  return (await Promise.all(pages)).map(({ body }) => body)
}

export async function readToken(app: FastifyInstance, kind: string, to: string = ada.email): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [mail] = await readMails(app, kind, to)
    const token = mail && /#([\w.-]+)</.exec(mail)?.[1]
    if (token) return token
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`No message of the kind ${kind} came to ${to}`)
}
