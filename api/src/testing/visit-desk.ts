import { desc } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { outbox } from '../database/schema'
import type { Shop } from './set-up-shop'

export const HOST = 'localhost:3000'

type Options = { cookie?: string; headers?: Record<string, string> }
type Answer = Awaited<ReturnType<Shop['app']['inject']>>

export const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
export const hiddenOf = ({ body }: Answer, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
export const codeOf = (key: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + step * 30_000 })

export function visitDesk(shop: Shop) {
  const get = (url: string, cookie = '') => shop.app.inject({ url, headers: { host: HOST, cookie } })
  const post = (url: string, fields: Record<string, string>, { cookie = '', headers }: Options = {}) =>
    shop.app.inject({
      method: 'POST',
      url,
      headers: {
        ...{ host: HOST, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        ...(headers ?? { 'sec-fetch-site': 'same-origin' }),
      },
      payload: new URLSearchParams(fields).toString(),
    })

  async function askForLink(email: string): Promise<string> {
    await post('/desk/link', { email })
    const [row] = await shop.queries().select().from(outbox).orderBy(desc(outbox.id)).limit(1)
    const mail = await get(`/sandbox/mail/${row?.id}`)
    return /enter\?token=([\w.-]+)/.exec(mail.body)?.[1] ?? ''
  }

  async function openLink(email: string) {
    const answer = await post('/desk/enter', { token: await askForLink(email) })
    const cookie = cookieOf(answer)
    const page = await get('/desk/code', cookie)
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    return { cookie, key, page, formToken: hiddenOf(page, 'formToken') }
  }

  async function signIn(email: string) {
    const { cookie: half, key, formToken } = await openLink(email)
    const cookie = cookieOf(await post('/desk/code', { code: codeOf(key), formToken }, { cookie: half }))
    const change = async (address: string, fields: Record<string, string>) => {
      const formToken = hiddenOf(await get('/desk', cookie), 'formToken')
      return post(address, { reason: 'asked by phone', ...fields, formToken }, { cookie })
    }
    return { cookie, key, change }
  }
  return { get, post, askForLink, openLink, signIn }
}
