import { papers as issued } from '@site/papers/tables'
import { eq, isNotNull } from 'drizzle-orm'
import { refunds } from '../database/after-sale-tables'
import { orderEvents, outbox } from '../database/schema'
import { setUpShop } from '../testing/set-up-shop'
import { HOST, hiddenOf, visitDesk } from '../testing/visit-desk'

const OWNER = 'owner@example.com'
const VIEWER = 'viewer@example.com'

const shop = setUpShop({ config: { staff: new Map().set(OWNER, 'owner').set(VIEWER, 'viewer') } })

const { get, post, signIn } = visitDesk(shop)

describe('what may be done', () => {
  it('finds an order by half a name, its state and its day, and tells its story in sentences', async () => {
    const orderId = await shop.buyer.buy()
    await shop.buyer.buy({ customerName: 'Bo Green', customerEmail: 'bo@example.com' })
    const { cookie } = await signIn(VIEWER)
    const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
    const found = await get(`/desk?text=brow&state=paid&day=${day}`, cookie)
    expect(found.body).toContain(`/desk/orders/${orderId}`)
    expect(found.body).not.toContain('Bo Green')
    expect((await get('/desk?text=brow&day=2020-01-01', cookie)).body).toContain('There are no such orders.')
    const { body } = await get(`/desk/orders/${orderId}`, cookie)
    for (const sentence of [
      'The buyer began the order.',
      'The order was paid.',
      'Receipt R-000001 of £215.00 was issued.',
      'The message “order confirmation” waits to be sent to ada@example.com.',
    ])
      expect(body).toContain(sentence)
  })

  it('refuses a viewer every change and every file with many people', async () => {
    const orderId = await shop.buyer.buy()
    const { cookie, change } = await signIn(VIEWER)
    expect((await get(`/desk/orders/${orderId}`, cookie)).body).not.toContain(`${orderId}/refund`)
    for (const url of [`/desk/orders/${orderId}/refund`, '/desk/sales.csv', '/desk/person?email=ada@example.com'])
      expect((await get(url, cookie)).statusCode).toBe(403)
    const asked = await change(`/desk/orders/${orderId}/refund`, { amount: '1', isSeen: 'yes', again: '0' })
    expect(asked.statusCode).toBe(403)
    expect(await shop.queries().select().from(refunds)).toEqual([])
  })

  it('takes no form of another site or of another session', async () => {
    const orderId = await shop.buyer.buy()
    const { cookie } = await signIn(OWNER)
    const formToken = hiddenOf(await get('/desk', cookie), 'formToken')
    const send = (fields: Record<string, string>, headers?: Record<string, string>) =>
      post(`/desk/orders/${orderId}/resend-mail`, { reason: 'x', ...fields }, { cookie, ...(headers && { headers }) })
    const answers = [
      await send({ formToken }, { 'sec-fetch-site': 'cross-site' }),
      await send({ formToken }, { origin: 'https://elsewhere.example' }),
      await send({ formToken }, { origin: 'null' }),
      await send({ formToken }, { origin: `http://${HOST.replace(':', '.:')}` }),
      await send({ formToken }, {}),
      await send({}),
      await send({ formToken: 'x'.repeat(43) }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403, 403])
    // An owner with a form of their session before was told that they may not do this.
    expect(answers.at(-1)?.body).toContain('signed in again')
    expect((await send({ formToken }, { origin: `http://${HOST}` })).statusCode).toBe(200)
  })

  it('refunds after a second look at the amount, once for a form sent twice, under the person’s address', async () => {
    const orderId = await shop.buyer.buy()
    const { change, cookie } = await signIn(OWNER)
    const address = `/desk/orders/${orderId}/refund`
    expect((await change(address, { amount: '215.01' })).body).toContain('Only £215.00 of this order is left')
    const review = await change(address, { amount: '49.50' })
    expect(review.body).toContain(`£49.50 goes back to Ada Brown &lt;ada@example.com&gt; for order ${orderId}.`)
    expect(review.body).toContain('£165.50 is left after this refund')
    expect(await shop.queries().select().from(refunds)).toEqual([])
    const seen = { amount: '49.50', isSeen: 'yes', again: hiddenOf(review, 'again') }
    const answers = await Promise.all([change(address, seen), change(address, seen)])
    // The second may come while the first is under way.
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
    expect((await change(address, seen)).statusCode).toBe(200)
    expect(answers.map(({ body }) => body).join()).toContain(`£49.50 of order ${orderId} was sent back`)
    const kept = await shop.queries().select().from(refunds)
    expect(kept).toMatchObject([{ amountPence: 4_950, state: 'sent', actor: OWNER, reason: 'asked by phone' }])
    expect((await change(address, { amount: '49.50' })).body).toContain('went back before')
    expect((await get(`/desk/orders/${orderId}`, cookie)).body).toContain(
      'A refund of £49.50 was asked for, by owner@example.com (“asked by phone”).',
    )
    expect((await get('/desk/changes', cookie)).body).toContain('£49.50')
  })

  // The desk called a refund done that was only asked for.
  it('says that it is not known what became of a refund while the provider does not answer', async () => {
    const orderId = await shop.buyer.buy()
    const { change } = await signIn(OWNER)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    const answer = await change(`/desk/orders/${orderId}/refund`, { amount: '49.50', isSeen: 'yes', again: '0' })
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('it is not known')])
  })

  // The mail of a sale named a command that an owner cannot type.
  it('M8: names the company on a corrected receipt, once for a form sent twice; the mail of the sale leads here', async () => {
    const { orderId, id: key } = await shop.buyer.pay('stripe')
    const [sold] = await shop.visitors.mails(`order_sold ${orderId}`, 'hello@example.com')
    expect(sold).toContain(`<a href="http://${HOST}/desk/orders/${orderId}">`)
    const about = { version: 0, company: 'Brown & Sons Ltd', purchaseOrder: 'PO-0042', wishes: '', courses: [] }
    const booked = { orderId, key, change: about }
    expect((await shop.app.inject({ method: 'POST', url: '/api/orders/booking', payload: booked })).statusCode).toBe(
      200,
    )
    const { change, cookie } = await signIn(OWNER)
    const address = `/desk/orders/${orderId}/reissue`
    const review = await change(address, { address: '2 Example Road, Leeds' })
    expect(review.body).toContain('Receipt R-000001 is credited, and another is issued for the same money.')
    const seen = { address: '2 Example Road, Leeds', number: hiddenOf(review, 'number'), isSeen: 'yes' }
    const answers = [await change(address, seen), await change(address, seen)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    const papers = await shop.queries().select().from(issued).orderBy(issued.id)
    expect(papers.map(({ content }) => content.customer)).toMatchObject([
      { name: 'Ada Brown', address: [] },
      { company: 'Brown & Sons Ltd', purchaseOrder: 'PO-0042', address: ['2 Example Road', 'Leeds'] },
      { name: 'Ada Brown' },
    ])
    expect((await get(`/desk/orders/${orderId}`, cookie)).body).toContain('Receipt R-000002 took the place of R-000001')
  })

  // The name on receipts was changed by editing TypeScript, and issued papers changed with it.
  it('M8: an owner changes facts of the company, for mails and new receipts and not for issued ones', async () => {
    const bodies = async () => {
      const mails = await shop.queries().select().from(outbox).where(eq(outbox.kind, 'order_confirmation'))
      return Promise.all(mails.map(async ({ id }) => (await get(`/sandbox/mail/${id}`)).body))
    }
    await shop.buyer.buy()
    const viewer = await signIn(VIEWER)
    expect((await get('/desk/company', viewer.cookie)).body).toContain('<dd>020 7946 0123</dd>')
    expect((await viewer.change('/desk/company', { phone: '01632 960 001' })).statusCode).toBe(403)
    const { cookie, change } = await signIn(OWNER)
    const facts = { name: 'Marsh & Daughters Ltd', phone: '01632 960 001', vatNumber: 'GB 123 4567 89', version: '0' }
    const refused = await change('/desk/company', { ...facts, phone: 'call us' })
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('value="call us"')])
    expect((await change('/desk/company', facts)).body).toContain('Changed: Name of the company, Phone')
    expect((await change('/desk/company', { ...facts, name: 'Late Ltd' })).body).toContain('changed meanwhile')
    const late = await change('/desk/company', { opensAt: '18:00', version: '1' })
    expect(late.body).toContain('cannot open at 18:00 and close at 17:00')
    const { body } = await get('/desk/company', cookie)
    for (const text of ['do not show these yet: Name of the company, Phone', 'by owner@example.com: asked by phone'])
      expect(body).toContain(text)
    await shop.buyer.buy({ customerEmail: 'bo@example.com' })
    for (const mail of await bodies()) expect(mail).toContain('call 01632 960 001')
    const papers = await shop.queries().select().from(issued).orderBy(issued.id)
    expect(papers.map(({ content }) => content.supplier)).toMatchObject([
      { name: 'Safety Training Partners Ltd', vatNumber: 'GB 000 0000 00', contact: { phone: '020 7946 0123' } },
      { name: 'Marsh & Daughters Ltd', vatNumber: 'GB 123 4567 89', contact: { phone: '01632 960 001' } },
    ])
    expect((await change('/desk/company', { name: '', phone: '', version: '1' })).statusCode).toBe(200)
    expect((await bodies())[0]).toContain('call 020 7946 0123')
  })

  // The papers of a year stopped the shop for seconds.
  it('lists the newest 200 papers, and says where the older ones are', async () => {
    await shop.buyer.buy()
    const { cookie } = await signIn(OWNER)
    const addPapers = (from: number, to: number) =>
      shop.change(`insert into papers
        (kind, number, order_id, payment_id, cause, tax_point, net_pence, vat_pence, total_pence, content)
        select kind, n, order_id, payment_id, n, tax_point, net_pence, vat_pence, total_pence, content
        from papers, generate_series(${from}, ${to}) n where number = 1`)
    const read = async () => (await get('/desk/books', cookie)).body
    await addPapers(2, 200)
    expect(await read()).not.toContain('newest 200')
    await addPapers(201, 201)
    const body = await read()
    expect(body.match(/href="\/desk\/papers\//g)).toHaveLength(200)
    expect(body).not.toContain('R-000001 (PDF)')
    expect(body).toContain('These are the newest 200. Older ones are in the CSV')
    expect((await get('/desk/receipts.csv', cookie)).body).toContain('R-000001')
  })

  it('lists what needs a person with what to do, and confirms, corrects, resends, erases and exports', async () => {
    const held = await shop.buyer.buy({ items: undefined })
    const { change, cookie } = await signIn(OWNER)
    const { body } = await get('/desk', cookie)
    expect(body).toContain('1 thing needs you')
    expect(body).toContain('Confirm the order or refund it.')
    const done = async (action: string, fields: Record<string, string> = {}) => {
      const answer = await change(`/desk/orders/${held}/${action}`, fields)
      expect([action, answer.statusCode]).toEqual([action, 200])
      return answer.body
    }
    expect(body).toContain('paid, not confirmed')
    const readChanges = () => shop.queries().select().from(orderEvents).where(isNotNull(orderEvents.actor))
    expect(await done('confirm')).toContain('is confirmed')
    const confirmed = { toState: 'paid', source: 'operator', actor: OWNER, reason: 'asked by phone' }
    expect(await readChanges()).toMatchObject([confirmed])
    expect((await shop.readOrder(held)).mails).toEqual(['payment_received', 'order_confirmation'])
    expect((await change(`/desk/orders/${held}/confirm`, {})).body).toContain('only one that is held')
    expect((await get('/desk', cookie)).body).toContain('Nothing needs you')
    expect(await done('correct-email', { email: 'ada@work.example' })).toContain('ada@work.example')
    expect(await done('resend-mail')).toContain('will be sent to ada@work.example')
    const repeated = await change(`/desk/orders/${held}/correct-email`, { email: 'ada@work.example' })
    expect([repeated.statusCode, repeated.body]).toEqual([409, expect.stringContaining('has this address already')])
    const exported = await get('/desk/person?email=ada@work.example', cookie)
    expect(exported.json().orders).toMatchObject([{ orderId: held }])
    expect((await get('/desk/books', cookie)).body).toContain('R-000001 (PDF)')
    expect((await get('/desk/papers/R-000001', cookie)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await get('/desk/sales.csv', cookie)).body).toContain('"R-000001"')
    expect((await get('/desk/receipts.csv', cookie)).body).toContain(held)
    expect((await get(`/desk/orders/${held}`, cookie)).body).toContain('all that is kept of ada@work.example')
    expect(await done('erase')).toContain('&lt;ada@work.example&gt; is erased from every order. This cannot be undone.')
    expect((await shop.readOrder(held)).order?.erasedAt).toBeNull()
    expect(await done('erase', { isSeen: 'yes' })).toContain('Done')
    expect((await shop.readOrder(held)).order?.customerEmail).toBe('')
    const people = await readChanges()
    expect(new Set(people.map(({ actor }) => actor))).toEqual(new Set([OWNER]))
    expect(people.map(({ type }) => type).sort()).toEqual(['email_corrected', 'erased', 'mail_resent', 'moved'])
  })
})
