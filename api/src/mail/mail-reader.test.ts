import { createHash } from 'node:crypto'
import { PAGE_POLICY } from '@site/papers/page-policy'
import { useShop } from '../testing/use-shop'

jest.setTimeout(60_000)

const shop = useShop()
const get = (url: string) => shop.test.app.inject(url)
const buy = () => shop.buyer.buy({ customerName: '<b>Ada</b>' })

describe('the mail reader', () => {
  it('D-34: lists nothing, then the outbox, and shows a message as the buyer would get it, escaped', async () => {
    expect((await get('/sandbox/mail')).body).toContain('There are no messages yet')
    const orderId = await buy()
    const list = (await get('/sandbox/mail')).body
    expect(list).toContain(`<a href="/sandbox/mail/1">order_confirmation ${orderId}</a>`)
    for (const cell of ['ada@example.com', 'Kept']) expect(list).toContain(`<td>${cell}</td>`)
    const { statusCode, body } = await get('/sandbox/mail/1')
    expect(statusCode).toBe(200)
    expect(body).toContain(`<dd>Your order ${orderId} is confirmed</dd>`)
    expect(body).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;,')
    expect(body).not.toContain('<b>Ada')
  })

  it('R210: opens what is attached, as the file and as a page, and nothing else', async () => {
    await buy()
    const { body } = await get('/sandbox/mail/1')
    expect(body).toContain('<a href="/sandbox/mail/1/R-000001.pdf">R-000001.pdf</a>')
    expect(body).toContain('<p>Attached is your VAT receipt R-000001. If it should name your employer,')
    const file = await get('/sandbox/mail/1/R-000001.pdf')
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const page = await get('/sandbox/mail/1/R-000001.html')
    expect(page.headers['content-security-policy']).toBe(PAGE_POLICY)
    expect(page.body).toContain('<bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi>')
    const files = ['R-000002.pdf', 'R-000001.exe', 'C-000001.pdf', '..%2f1', 'R-000001'].map((name) => `1/${name}`)
    for (const none of [...files, '9', '0', '-1', '1e3', 'x', '99999999999999999999']) {
      expect([none, (await get(`/sandbox/mail/${none}`)).statusCode]).toEqual([none, 404])
    }
  })

  it('keeps to its own policy', async () => {
    await buy()
    for (const url of ['/sandbox/mail', '/sandbox/mail/1']) {
      const { headers, body } = await get(url)
      const [, style = ''] = body.match(/<style>([\s\S]*?)<\/style>/) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['cache-control']).toBe('no-store')
      expect(body).not.toMatch(/<script|\sstyle=|\son\w+=/)
    }
  })
})
