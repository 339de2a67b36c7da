import { eq } from 'drizzle-orm'
import { outbox } from '../database/schema'
import { createMailWorker } from '../mail/mail-worker'
import type { MailMessage } from '../mail/write-mail'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { erasePerson } from './erase-person'

const shop = setUpShop({ isCleared: true })
const { buyer, readOrder } = shop

const person = { actor: 'olga', reason: 'asked by the buyer' }

const erase = () => erasePerson(shop.api.services, 'ada@example.com', person)
async function deliver(): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const send = async (message: MailMessage) => void sent.push(message)
  const writeLink = async () => ''
  await createMailWorker({
    database: shop.database,
    send,
    mailFrom: 'shop@example.com',
    writeLink,
    log: silentLog,
  }).sendDue()
  return sent
}

// Erasing the buyer deleted the shop's own message, and the sale went unnoticed.
it('tells the owner of a sale whose buyer was taken out before the message had gone', async () => {
  const orderId = newOrderId()
  await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
  const isSold = eq(outbox.kind, 'order_sold')
  const [before] = await shop.database.queries().select().from(outbox).where(isSold)
  await erase()
  const sent = await deliver()
  expect(sent.map(({ subject }) => subject)).toEqual([`Order ${orderId} was paid`])
  expect(sent[0]?.to.address).toBe(before?.recipient)
  expect(JSON.stringify(sent)).not.toMatch(/ada@example|Ada Brown/)
  expect((await readOrder(orderId)).mails).toEqual([])
})

// The erasure found the order to be paid, and its buyer got no message.
it('takes nobody out of an order that it finds to be paid, until they are written to', async () => {
  const orderId = newOrderId()
  buyer.payCard(await buyer.start(orderId))
  await expect(erase()).rejects.toThrow(`These orders were paid just now; please try again in two minutes: ${orderId}.`)
  expect(await readOrder(orderId)).toMatchObject({ state: 'paid', mails: ['order_confirmation'] })
  expect((await deliver()).map(({ to }) => to.address)).toContain('ada@example.com')
  await erase()
  expect((await readOrder(orderId)).order).toMatchObject({ state: 'paid', customerEmail: '' })
})
