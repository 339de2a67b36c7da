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
  const signIn = (body: object = { email: ada.email, password }) => enter('login', body)
  const call = (path: string, body: object = {}, headers: Headers = {}) => {
    const authorization: Headers = kept.token === undefined ? {} : { authorization: `Bearer ${kept.token}` }
    return post(`/api/account/${path}`, body, { ...authorization, ...headers })
  }

  return {
    kept,
    post,
    signIn,
    call,
    register: (body: object = ada) => enter('register', body),
    canSignIn: async (email: string, attempt: string) =>
      (await signIn({ email, password: attempt })).statusCode === 200,
    isSignedIn: async (headers?: Headers) => (await call('read', {}, headers)).statusCode === 200,
  }
}

export function createVisitors(shop: { app: FastifyInstance }) {
  const stranger = (app = shop.app) => createVisitor(app)

  async function signedIn(who = ada): Promise<Visitor> {
    const visitor = stranger()
    await visitor.register(who)
    return visitor
  }

  async function mails(kind: string, to = ada.email): Promise<string[]> {
    const rows = (await shop.app.inject('/sandbox/mail')).body.split('<tr>')
    const own = rows.filter((row) => row.includes(`>${kind}<`) && row.includes(`<td>${to}</td>`))
    const pages = own.map((row) => shop.app.inject(/href="([^"]+)"/.exec(row)?.[1] ?? ''))
    return (await Promise.all(pages)).map(({ body }) => body)
  }

  async function mailedToken(kind: string, to = ada.email): Promise<string> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const [mail] = await mails(kind, to)
      const token = mail && /#([\w.-]+)["<]/.exec(mail)?.[1]
      if (token) return token
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`No message of the kind ${kind} came to ${to}`)
  }

  const follow = async (visitor: Visitor, kind: string, to = ada.email): Promise<LightMyRequestResponse> =>
    visitor.call('confirm', { token: await mailedToken(kind, to) })

  return {
    stranger,
    signedIn,
    mails,
    mailedToken,
    follow,

    async confirmed(who = ada): Promise<Visitor> {
      const visitor = await signedIn(who)
      await follow(visitor, 'account_confirm', who.email)
      return visitor
    },

    async moveTo(visitor: Visitor, email: string): Promise<LightMyRequestResponse> {
      await visitor.call('email', { email, password })
      await follow(visitor, 'account_change_to', email)
      return follow(visitor, 'account_change_from')
    },
  }
}
