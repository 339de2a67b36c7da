import { createHash, randomUUID } from 'node:crypto'
import { PAGE_POLICY } from '@site/papers/page-policy'
import { readPdf } from '@site/papers/testing/read-pdf'
import { eq } from 'drizzle-orm'
import { joinOrders } from '../accounts/own-orders'
import { correctEmail, resendMail } from '../admin/order-actions'
import { reissue } from '../admin/paper-actions'
import { accountOrders, accounts } from '../database/account-tables'
import { orderEvents, outbox } from '../database/schema'
import { erasePerson } from '../personal-data/erase-person'
import { createAfterSale, part, person } from '../testing/after-sale'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { createMailWorker, type SendMail } from './mail-worker'
import { renderMail } from './order-mail'
import type { MailMessage } from './write-mail'

const shop = setUpShop()
const { buyer, queries } = shop
const sale = createAfterSale(shop)
const services = () => shop.api.services
const mistyped = 'ada@exmaple.com'
const correct = (orderId: string, to: string) => correctEmail(services(), orderId, to, person)
const erase = () => erasePerson(services(), 'ada@example.com', person)
const refundPart = (orderId: string, again = {}) => sale.refund(orderId, { ...part, ...again })

const sendAll = (send: SendMail) => {
  const writing = { mailFrom: 'shop@example.com', writeLink: async () => '' }
  return createMailWorker({ database: shop.database, send, ...writing, log: silentLog }).sendDue()
}
async function deliver(): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  await sendAll(async (message) => void sent.push(message))
  return sent
}
const filesOf = (message: MailMessage | undefined) => (message?.attachments ?? []).map(({ filename }) => filename)
const openFirst = (message: MailMessage | undefined) => {
  const { title, read } = readPdf(message?.attachments[0]?.content ?? Buffer.of())
  return { title, text: read.map(([, text]) => text).join('\n') }
}

describe('the messages of an order', () => {
  // A command, which is a process of its own, wrote of a sale to the example's address.
  it('go to the shop at the address that its owner gave since the process began', async () => {
    await shop.change(`insert into company_changes (version, facts, actor, reason)
      values (1, '{"email":"shop@new.example"}', 'olga', 'moved')`)
    const orderId = await buyer.buy({ items: undefined })
    const sold = await shop.change(`select recipient from outbox where order_id = '${orderId}' and kind = 'order_sold'`)
    expect(sold).toEqual([{ recipient: 'shop@new.example' }])
  })

  it('D-34, R210: say what was bought and moved, as text, HTML without anything to load, and a receipt for the buyer alone', async () => {
    const orderId = await buyer.buy({ amount: 430, items: [{ id: 14, quantity: 2, price: 179 }] })
    await shop.change("update orders set created_at = '2026-06-30T23:30:00Z'")
    const [toBuyer, toShop] = await deliver()
    expect(toBuyer).toMatchObject({ from: { address: 'shop@example.com' }, to: { name: 'Ada Brown' } })
    expect(toBuyer?.text).toContain(`Dear Ada Brown,\n\nThank you for your order.`)
    expect(toBuyer?.text).toContain(`Order: ${orderId}\nDate: 1 July 2026\n`)
    expect([toBuyer?.to.address, filesOf(toBuyer)]).toEqual(['ada@example.com', ['R-000001.pdf']])
    expect([toShop?.subject, filesOf(toShop)]).toEqual([`Order ${orderId} was paid`, []])
    const { title, text } = openFirst(toBuyer)
    expect(title).toContain('VAT receipt R-000001')
    for (const part of ['Ada Brown', 'Manual Handling', '£179.00', '£72.00', '£430.00']) expect(text).toContain(part)
    expect(text.replace(/\s/g, '')).toContain(orderId)
    const course = '2 × Manual Handling at £179.00'
    expect(toBuyer?.text).toContain(`${course}: £358.00\n\nSubtotal: £358.00\nVAT (20%): £72.00\nTotal paid: £430.00\n`)
    expect(toBuyer?.html).toContain(`<td align="left">${course}</td><td align="right">£358.00</td>`)
    expect(toBuyer?.html).toContain('<th align="left">Total paid</th><th align="right">£430.00</th>')
    expect(toBuyer?.html).not.toMatch(/style|script|src=|href=/i)
    expect(toShop?.text).toContain('The buyer is Ada Brown <ada@example.com>.\n')
    expect(toShop?.text).toContain(`npm run site -- orders show ${orderId}`)
    await refundPart(orderId)
    const [refund] = await deliver()
    expect(refund?.subject).toBe(`A refund for order ${orderId}`)
    expect(refund?.text).toContain('Order total: £430.00\nRefunded: £50.00\n')
    const { order } = await shop.readOrder(orderId)
    const refused = order && renderMail({ kind: 'payment_refused', amountPence: null, recipientName: '' }, order, [])
    expect(refused?.text).toMatch(/no money was taken[\s\S]+Not paid: £430\.00/)
  })

  it('R210: bring the credit note with word of the refund, each its own', async () => {
    const orderId = await buyer.buy()
    await deliver()
    await refundPart(orderId)
    await refundPart(orderId, { again: 1 })
    const messages = await deliver()
    expect(messages.map(filesOf)).toEqual([['C-000001.pdf'], ['C-000002.pdf']])
    expect(openFirst(messages[0]).text).toMatch(
      /^Credit note\n[\s\S]+Number\nC-000001\n[\s\S]+Credits receipt\nR-000001 of [\s\S]+Total credited\n£50\.00\nMoney sent back to you\./,
    )
  })

  it('R208, R210: bring both papers of a correction, and the confirmation brings the right one from then on', async () => {
    const orderId = await buyer.buy()
    await deliver()
    await reissue(services(), 'R-000001', { name: 'Marsh Builders Ltd', address: ['Leeds'] }, person)
    const [message] = await deliver()
    expect(message?.subject).toBe(`Corrected papers for order ${orderId}`)
    expect(filesOf(message)).toEqual(['R-000002.pdf', 'C-000001.pdf'])
    expect(openFirst(message).text).toContain('Customer\nMarsh Builders Ltd\nLeeds')
    await resendMail(services(), orderId, person)
    expect((await deliver()).map(filesOf)).toEqual([['R-000002.pdf']])
  })

  it('R207, R210: go out whatever the buyer is called, without a receipt while the order is held', async () => {
    await buyer.buy({ customerName: '\u202e🦄 "><script>Ada' })
    const [unprinted] = await deliver()
    expect(openFirst(unprinted).text).toContain('□ "><script>Ada')
    expect(unprinted?.text).toMatch(
      /cannot print every character of a name[\s\S]+You are .*🦄 "><script>Ada in our books/,
    )
    await buyer.buy({ items: undefined })
    const [toBuyer, toShop] = await deliver()
    expect([filesOf(toBuyer), filesOf(toShop)]).toEqual([[], []])
    for (const content of [toBuyer?.text, toBuyer?.html]) {
      expect(content).toContain('please do not pay again')
      expect(content).not.toMatch(/confirmed|VAT|Subtotal/)
    }
    expect(toShop?.text).toContain('It is held until you confirm, refund or cancel it.')
  })

  // Erasing the buyer deleted the shop's own message, and the sale went unnoticed.
  it('tell the owner of a sale whose buyer was taken out before the message had gone', async () => {
    const orderId = await buyer.buy()
    const [, before] = await queries().select().from(outbox).orderBy(outbox.id)
    await erase()
    const sent = await deliver()
    expect(sent.map(({ subject, to }) => [subject, to.address])).toEqual([
      [`Order ${orderId} was paid`, before?.recipient],
    ])
    expect(sent[0]?.text).toContain('The buyer was taken out of what is kept.\n')
    expect(JSON.stringify(sent)).not.toMatch(/ada@example|Ada Brown/)
    expect((await shop.readOrder(orderId)).mails).toEqual([])
  })

  // The erasure found the order to be paid, and its buyer got no message.
  it('reach the buyer of an order that the erasure finds to be paid, before they are taken out', async () => {
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId))
    const message = `These orders were paid just now; please try again in two minutes: ${orderId}.`
    await expect(erase()).rejects.toThrow(message)
    expect(await shop.readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
    expect((await deliver()).map(({ to }) => to.address)).toContain('ada@example.com')
    await erase()
    expect((await shop.readOrder(orderId)).order).toMatchObject({ state: 'paid', customerEmail: '' })
  })
})

describe('a mistyped address', () => {
  it('R211: is corrected, and all that went there is sent again', async () => {
    const orderId = await buyer.buy({ customerEmail: mistyped })
    await refundPart(orderId)
    await deliver()
    expect(await correct(orderId, ' ada@example.com ')).toBe(
      `Order ${orderId} is ada@example.com's now, and its 2 messages will be sent there.`,
    )
    expect((await deliver()).map((message) => [message.to.address, ...filesOf(message)])).toEqual([
      ['ada@example.com', 'R-000001.pdf'],
      ['ada@example.com', 'C-000001.pdf'],
    ])
    const events = await queries().select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    expect(events.find(({ type }) => type === 'email_corrected')).toMatchObject(person)
    // The mistyped address may be a stranger's.
    expect(JSON.stringify([events, await queries().select().from(outbox)])).not.toContain('exmaple')
  })

  it.each([
    ['arrives', undefined],
    ['is refused', Object.assign(new Error('450 busy'), { code: 'EENVELOPE', responseCode: 450 })],
  ])(
    'R211: is corrected while a message on its way to it %s, and the right one gets it at once',
    async (_how, error) => {
      const orderId = await buyer.buy({ customerEmail: mistyped })
      const sent: string[] = []
      await sendAll(async ({ to }) => {
        sent.push(to.address)
        if (to.address !== mistyped) return
        await correct(orderId, 'ada@example.com')
        if (error) throw error
      })
      expect(sent.filter((address) => address.startsWith('ada'))).toEqual([mistyped, 'ada@example.com'])
    },
  )

  it('R211: no longer shows the order to whoever has the account with that address', async () => {
    const stranger = { firstName: 'Bo', lastName: 'Brown', passwordHash: '', emailConfirmedAt: new Date() }
    const account = { id: randomUUID(), email: mistyped, ...stranger }
    const [kept] = await queries().insert(accounts).values(account).returning()
    const orderId = await buyer.buy({ customerEmail: mistyped })
    const other = await buyer.buy({ customerEmail: mistyped })
    await shop.change(`update orders set customer_email = '${mistyped}.' where id = '${orderId}'`)
    if (kept) await joinOrders(queries(), kept)
    await correct(orderId, 'ada@example.com')
    expect(await queries().select({ id: accountOrders.orderId }).from(accountOrders)).toEqual([{ id: other }])
  })

  it('R211: stays where the new one is none or the same, or the person was taken out', async () => {
    const orderId = await buyer.buy()
    await expect(correct(orderId, 'no-address')).rejects.toThrow('is not an e-mail address')
    await expect(correct(orderId, 'ada@example.com\r\nBcc: x@example.com')).rejects.toThrow('is not an e-mail address')
    await expect(correct(orderId, 'ada@example.com')).rejects.toThrow('has this address already')
    await erase()
    await expect(correct(orderId, 'bo@example.com')).rejects.toThrow('taken out')
  })
})

describe('the mail reader of the sandbox', () => {
  const get = (url: string) => shop.app.inject(url)

  it('D-34: lists nothing, then the outbox, and shows a message as the buyer would get it, escaped', async () => {
    expect((await get('/sandbox/mail')).body).toContain('There are no messages yet')
    const orderId = await buyer.buy({ customerName: '<b>Ada</b>' })
    const list = await get('/sandbox/mail')
    expect(list.body).toContain(`<a href="/sandbox/mail/1">order_confirmation ${orderId}</a>`)
    for (const cell of ['ada@example.com', 'Kept']) expect(list.body).toContain(`<td>${cell}</td>`)
    const message = await get('/sandbox/mail/1')
    expect(message.body).toContain(`<dd>Your order ${orderId} is confirmed</dd>`)
    expect(message.body).toContain('Dear &lt;b&gt;Ada&lt;/b&gt;,')
    for (const { statusCode, headers, body } of [list, message]) {
      const [, style = ''] = body.match(/<style>([\s\S]*?)<\/style>/) ?? []
      const hash = createHash('sha256').update(style).digest('base64')
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
      expect(body).not.toMatch(/<script|\sstyle=|\son\w+=|<b>Ada/)
    }
  })

  it('R210: opens what is attached, as the file and as a page, and nothing else', async () => {
    await buyer.buy({ customerName: '<b>Ada</b>' })
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
})
