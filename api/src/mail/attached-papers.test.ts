import { randomUUID } from 'node:crypto'
import { readPdf } from '@site/papers/testing/read-pdf'
import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { accountOrders, accounts } from '../accounts/account-tables'
import { joinOrders } from '../accounts/own-orders'
import { correctEmail, resendMail } from '../admin/order-actions'
import { reissue } from '../admin/paper-actions'
import { orderEvents, outbox } from '../database/schema'
import { erasePerson } from '../personal-data/erase-person'
import { refundPayment } from '../refunds/refund-payment'
import { silentLog } from '../testing/silent-log'
import { startSmtpServer } from '../testing/smtp-server'
import { useShop } from '../testing/use-shop'
import { connectSmtp, createMailWorker, type SendMail } from './mail-worker'

const shop = useShop()
let server: Awaited<ReturnType<typeof startSmtpServer>>
beforeAll(async () => {
  server = await startSmtpServer()
})
afterAll(() => server?.close())

const person = { actor: 'olga', reason: 'asked by phone' }
const pay = (changes?: object) => shop.buyer.buy(changes)
const writeLink = async () => ''
const sendAll = (send: SendMail) =>
  createMailWorker({ database: shop.database, send, mailFrom: 'shop@example.com', writeLink, log: silentLog }).sendDue()

type Letter = { to: string; subject: string; files: { name: string; open: () => ReturnType<typeof open> }[] }

async function deliver(): Promise<Letter[]> {
  server.received.length = 0
  await sendAll(connectSmtp(server.url))
  return server.received.map(({ to, data }) => {
    const parts = data.split(/^--.*$/m).filter((part) => part.includes('Content-Type: application/pdf'))
    const files = parts.map((part) => ({
      name: /filename="?([^"\n]+)/.exec(part)?.[1] ?? '',
      open: () => open(Buffer.from(part.slice(part.indexOf('\n\n') + 2), 'base64')),
    }))
    return { to: to.join(), subject: /^Subject: (.*(?:\n .*)*)/m.exec(data)?.[1]?.replace(/\n\s/g, ' ') ?? '', files }
  })
}
function open(file: Buffer): { title: string; text: string } {
  const { title, read } = readPdf(file)
  return { title, text: read.map(([, text]) => text).join('\n') }
}
const toBuyer = (letters: Letter[]) => letters.filter(({ subject }) => !subject.endsWith('was paid'))

describe('the messages of an order', () => {
  it('R210: bring the receipt with the confirmation, and to the buyer alone', async () => {
    const orderId = await pay()
    const letters = await deliver()
    expect(toBuyer(letters)).toMatchObject([{ to: 'ada@example.com', files: [{ name: 'R-000001.pdf' }] }])
    expect(letters.find(({ subject }) => subject.endsWith('was paid'))?.files).toEqual([])
    const file = toBuyer(letters)[0]?.files[0]?.open()
    expect(file?.title).toContain('VAT receipt R-000001')
    for (const text of ['Ada Brown', 'Manual Handling', '£179.00', '£36.00', '£215.00'])
      expect(file?.text).toContain(text)
    expect(file?.text.replace(/\s/g, '')).toContain(orderId)
  })

  it('R210: bring the credit note with word of the refund, each its own', async () => {
    const orderId = await pay()
    await deliver()
    const request = { ...person, amountPence: pence(5_000) }
    await refundPayment(shop.test.api.services, orderId, request)
    await refundPayment(shop.test.api.services, orderId, { ...request, again: 1 })
    const letters = await deliver()
    expect(letters.map(({ files }) => files.map(({ name }) => name))).toEqual([['C-000001.pdf'], ['C-000002.pdf']])
    expect(letters[0]?.files[0]?.open().text).toContain('Credits receipt\nR-000001 of ')
  })

  it('R208, R210: bring both papers of a correction, and the confirmation brings the right one from then on', async () => {
    const orderId = await pay()
    await deliver()
    await reissue(shop.test.api.services, 'R-000001', { name: 'Marsh Builders Ltd', address: ['Leeds'] }, person)
    const [letter] = await deliver()
    expect(letter?.subject).toBe(`Corrected papers for order ${orderId}`)
    expect(letter?.files.map(({ name }) => name)).toEqual(['R-000002.pdf', 'C-000001.pdf'])
    expect(letter?.files[0]?.open().text).toContain('Customer\nMarsh Builders Ltd\nLeeds')
    await resendMail(shop.test.api.services, orderId, person)
    expect((await deliver())[0]?.files.map(({ name }) => name)).toEqual(['R-000002.pdf'])
  })

  it('R207, R210: go out whatever the buyer is called', async () => {
    await pay({ customerName: '\u202e🦄\u2028"><script>Ada'.slice(0, 60) })
    const [letter] = toBuyer(await deliver())
    expect(letter?.files[0]?.open().text).toContain('□ "><script>Ada')
  })

  it('R210: say nothing of a receipt while the order is held', async () => {
    await pay({ items: undefined })
    expect(toBuyer(await deliver())).toMatchObject([{ files: [] }])
  })
})

describe('a mistyped address', () => {
  it('R211: is corrected, and all that went there is sent again', async () => {
    const orderId = await pay({ customerEmail: 'ada@exmaple.com' })
    await refundPayment(shop.test.api.services, orderId, { ...person, amountPence: pence(5_000) })
    await deliver()
    expect(await correctEmail(shop.test.api.services, orderId, ' ada@example.com ', person)).toBe(
      `Order ${orderId} is ada@example.com's now, and its 2 messages will be sent there.`,
    )
    const letters = await deliver()
    expect(letters.map(({ to, files }) => [to, files[0]?.name])).toEqual([
      ['ada@example.com', 'R-000001.pdf'],
      ['ada@example.com', 'C-000001.pdf'],
    ])
    const events = await shop.queries().select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    expect(events.find(({ type }) => type === 'email_corrected')).toMatchObject(person)
    // The mistyped address may be a stranger's.
    expect(JSON.stringify([events, await shop.queries().select().from(outbox)])).not.toContain('exmaple')
  })

  it('R211: is corrected while a message is on its way to it, which then goes to the right one too', async () => {
    const orderId = await pay({ customerEmail: 'ada@exmaple.com' })
    const sent: string[] = []
    const send = async ({ to }: { to: { address: string } }) => {
      sent.push(to.address)
      if (to.address === 'ada@exmaple.com')
        await correctEmail(shop.test.api.services, orderId, 'ada@example.com', person)
    }
    await sendAll(send)
    expect(sent.filter((address) => address.startsWith('ada'))).toEqual(['ada@exmaple.com', 'ada@example.com'])
  })

  it('R211: no longer shows the order to whoever has the account with that address', async () => {
    const queries = shop.queries()
    const stranger = { firstName: 'Bo', lastName: 'Brown', passwordHash: '', emailConfirmedAt: new Date() }
    const account = { id: randomUUID(), email: 'ada@exmaple.com', ...stranger }
    const [kept] = await queries.insert(accounts).values(account).returning()
    const orderId = await pay({ customerEmail: 'ada@exmaple.com' })
    const other = await pay({ customerEmail: 'ada@exmaple.com' })
    if (kept) await joinOrders(queries, kept)
    await correctEmail(shop.test.api.services, orderId, 'ada@example.com', person)
    expect(await queries.select({ id: accountOrders.orderId }).from(accountOrders)).toEqual([{ id: other }])
  })

  it.each([
    ['no-address', 'is not an e-mail address'],
    ['ada@example.com\r\nBcc: all@example.com', 'is not an e-mail address'],
    ['ada@example.com', 'has this address already'],
  ])('R211: is not made %j', async (to, reason) => {
    const orderId = await pay()
    await expect(correctEmail(shop.test.api.services, orderId, to, person)).rejects.toThrow(reason)
  })

  it('R211: stays out of an order whose person was taken out', async () => {
    const orderId = await pay()
    await erasePerson(shop.test.api.services, 'ada@example.com', person)
    await expect(correctEmail(shop.test.api.services, orderId, 'bo@example.com', person)).rejects.toThrow('taken out')
  })
})
