import { papersOf } from '@site/papers/paper-repository'
import { renderPage } from '@site/papers/render-page'
import { NAME_MESSAGE } from '@site/shared/contracts/accounts'
import type { BookingReply } from '@site/shared/contracts/booking'
import { EMAIL_MESSAGE } from '@site/shared/form'
import { pence } from '@site/shared/money'
import { type Operation, runOperation } from '../admin/operations'
import { outbox } from '../database/schema'
import { expirePersonalData } from '../personal-data/expire-orders'
import { unlimited } from '../testing/account-visitor'
import { setUpShop } from '../testing/set-up-shop'
import { readDates } from './confirm-booking'

const shop = setUpShop({ config: unlimited })
const by = { actor: 'olga', reason: 'agreed by phone' }
const five = { amount: 1_074, items: [{ id: 14, quantity: 5, price: 179 }] }
const year = new Date().getFullYear() + 1
const when = `12 January ${year}, 9am to 5pm`
const where = { place: 'Unit 3; Example Road, Leeds', instructions: 'Bring boots.\nPark behind the hall.' }

const run = (operation: Operation) => runOperation(shop.api.services, operation)
const call = (body: object) => shop.app.inject({ method: 'POST', url: '/api/orders/booking', payload: body })
const confirm = (orderId: string, more: object = {}) =>
  run({ do: 'confirm-booking', orderId, when, ...where, ...by, ...more } as Operation)
const mailsTo = async () => {
  const rows = await shop.queries().select().from(outbox)
  return rows.filter(({ kind }) => /(booking|place)_/.test(kind)).map(({ kind, recipient }) => `${kind} ${recipient}`)
}

const people = ['Ada', 'Bob', 'Cem', 'Dee', 'Eve'].map((name, place) => ({
  name: `${name} O’Neil`,
  email: place < 3 ? `${name}@example.com`.toLowerCase() : '',
}))
const given = { company: 'Brown & Sons Ltd', purchaseOrder: 'PO-0042', wishes: 'Not on Mondays.\nMornings.' }
const change = (version: number, more: object = {}) => ({
  ...{ version, ...given, courses: [{ courseId: 14, people }] },
  ...more,
})

const oneComes = (name: string, email = '') => ({ courses: [{ courseId: 14, people: [{ name, email }] }] })

async function buyFive() {
  const { orderId, id } = await shop.buyer.pay('stripe', five)
  return {
    orderId,
    id,
    save: (version: number, more?: object) => call({ orderId, key: id, change: change(version, more) }),
  }
}

async function mailOf(kind: string, to: string) {
  const [page = ''] = await shop.visitors.mails(kind, to)
  const file = /href="([^"]+\.ics)"/.exec(page)?.[1]
  return { page, calendar: file ? (await shop.app.inject(file)).body : '' }
}

describe('the booking of a paid order', () => {
  it('five people: mail, calendar file, receipt to the penny, export and erasure', async () => {
    const { orderId, save } = await buyFive()
    const open: BookingReply = (await save(0)).json()
    expect(open).toEqual({
      ...{ version: 1, isOpen: true, ...given },
      courses: [{ courseId: 14, title: 'Manual Handling', people, confirmed: null }],
    })
    expect(await confirm(orderId)).toMatch(
      new RegExp(
        `Manual Handling of order ${orderId} is confirmed for \\w+ 12 January ${year}, 09:00 to 17:00. 3 mails.*R-000001`,
      ),
    )
    expect(await mailsTo()).toEqual([
      'booking_confirmed:14.1 ada@example.com',
      'place_confirmed:14.1.1 bob@example.com',
      'place_confirmed:14.1.2 cem@example.com',
    ])
    const { page, calendar } = await mailOf(`place_confirmed:14.1.1 ${orderId}`, 'bob@example.com')
    expect(page).toContain('Dear Bob O’Neil')
    expect(page).toContain('Bring boots.<br>Park behind the hall.')
    expect(page).not.toMatch(/£|Cem|PO-0042/)
    expect(calendar.split('\r\n')).toEqual(
      expect.arrayContaining([
        `UID:${orderId}.14@localhost`,
        'SEQUENCE:1',
        `DTSTART:${year}0112T090000Z`,
        `DTEND:${year}0112T170000Z`,
        'LOCATION:Unit 3\\; Example Road\\, Leeds',
      ]),
    )
    expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)

    await run({ do: 'reissue', number: 'R-000001', ...by })
    const papers = await papersOf(shop.queries(), orderId)
    const [first, second, note] = papers.map(renderPage)
    expect(first).not.toMatch(/Sons|PO-0042/)
    expect(second).toMatch(/Brown &amp; Sons Ltd[\s\S]*Ada Brown[\s\S]*Purchase order[\s\S]*PO-0042/)
    expect(note).toContain('Credit note')
    const sums = papers.map(({ netPence, vatPence, totalPence }) => [netPence, vatPence, totalPence])
    expect(sums).toEqual(Array(3).fill([89_500, 17_900, 107_400]))
    const confirmation = await mailOf(`order_confirmation ${orderId}`, 'ada@example.com')
    expect(confirmation.page).toContain('5 × Manual Handling at £179.00: £895.00')
    const { page: toBuyer } = await mailOf(`booking_confirmed:14.1 ${orderId}`, 'ada@example.com')
    for (const { name } of people) expect(toBuyer).toContain(name)
    expect(JSON.stringify(await run({ do: 'export', email: 'ada@example.com' }))).toMatch(/PO-0042.*Eve O’Neil/)

    const places = [{ orderId, courseId: 14, name: 'Bob O’Neil', email: 'bob@example.com', dates: [expect.anything()] }]
    expect(await run({ do: 'export', email: 'Bob@example.com' })).toMatchObject({ orders: [], places })
    expect(await run({ do: 'erase', email: 'bob@example.com', ...by })).toContain('1 place that others booked')
    const shown = await run({ do: 'booking', orderId })
    expect(shown).toMatchObject({
      version: 2,
      courses: [{ people: [people[0], { name: '', email: '' }, people[2], people[3], people[4]] }],
    })
    expect((await mailsTo()).join()).not.toContain('bob@')
    await run({ do: 'erase', email: 'ada@example.com', ...by })
    expect(await shop.change('select * from bookings')).toEqual([])
    expect(JSON.stringify(await shop.change('select * from outbox'))).not.toMatch(/cem@|O’Neil/)
  })

  it('is changeable until confirmed; again, other contents are a changed date with the same UID', async () => {
    const { orderId, save } = await buyFive()
    // Repeated because its reply was lost, a save was refused.
    for (const reply of [await save(0), await save(0)]) expect(reply.json()).toMatchObject({ version: 1 })
    expect((await save(0, { company: '' })).json()).toMatchObject({ code: 'booking_changed' })
    expect((await save(1, { company: '' })).json()).toMatchObject({ version: 2, company: '' })
    await confirm(orderId)
    const before = await mailsTo()
    expect(await confirm(orderId)).toContain('already')
    expect(await mailsTo()).toEqual(before)
    expect((await save(2)).json()).toMatchObject({ code: 'booking_confirmed' })
    await shop.change('update outbox set sent_at = now()')
    await confirm(orderId, { place: 'York' })
    expect((await mailsTo()).slice(3)).toEqual(before.map((line) => line.replace('14.1', '14.2')))
    const { page, calendar } = await mailOf(`booking_confirmed:14.2 ${orderId}`, 'ada@example.com')
    expect(page).toContain('Changed: Manual Handling')
    expect(calendar).toContain(`UID:${orderId}.14@localhost\r\nSEQUENCE:2`)
  })

  // A refunded course stayed in five calendars.
  it('F: is cancelled with the same UID and a higher sequence when the money went back, and not after the course', async () => {
    const { orderId, save } = await buyFive()
    await save(0)
    await confirm(orderId)
    await shop.change('update outbox set sent_at = now()')
    await run({ do: 'refund', orderId, amountPence: pence(100), ...by })
    expect((await mailsTo()).join()).not.toContain('cancelled')
    await run({ do: 'refund', orderId, ...by })
    const cancelled = (await mailsTo()).filter((line) => line.includes('cancelled'))
    expect(cancelled).toEqual([
      'booking_cancelled:14.2 ada@example.com',
      'place_cancelled:14.2.1 bob@example.com',
      'place_cancelled:14.2.2 cem@example.com',
    ])
    const { page, calendar } = await mailOf(`place_cancelled:14.2.1 ${orderId}`, 'bob@example.com')
    expect(page).toContain('Cancelled: Manual Handling')
    for (const line of [
      'METHOD:CANCEL',
      `UID:${orderId}.14@localhost\r\nSEQUENCE:2`,
      'ATTENDEE:mailto:bob@example.com\r\nSTATUS:CANCELLED',
    ])
      expect(calendar).toContain(line)
    const key = await shop.visitors.mailedToken(`order_confirmation ${orderId}`)
    const { isOpen, courses } = (await call({ orderId, key })).json()
    expect([isOpen, courses[0].confirmed]).toEqual([false, null])
    const past = await buyFive()
    await confirm(past.orderId)
    await shop.change(
      `update bookings set confirmed = jsonb_set(confirmed, '{0,endsAt}', '"2020-01-01T00:00:00.000Z"')`,
    )
    await run({ do: 'refund', orderId: past.orderId, ...by })
    expect((await mailsTo()).filter((line) => line.includes('cancelled'))).toEqual(cancelled)
  })

  it('opens by the payment’s id for a day, and by the mailed link until the address is corrected', async () => {
    const { orderId, id } = await buyFive()
    const key = await shop.visitors.mailedToken(`order_confirmation ${orderId}`)
    const status = async (key: string) => (await call({ orderId, key })).statusCode
    expect(await Promise.all([status(id), status(key), status(orderId), status('pi_1')])).toEqual([200, 200, 404, 404])
    const { booking } = (await (await shop.visitors.confirmed()).call('order', { orderId })).json()
    expect(await status(booking)).toBe(200)
    await shop.change(`update payments set created_at = now() - interval '25 hours'`)
    await run({ do: 'correct-email', orderId, email: 'ann@example.com', ...by })
    expect(await Promise.all([status(id), status(key), status(booking)])).toEqual([404, 404, 404])
  })

  // A buyer's mistake was answered in program language.
  it.each<[string, object, string?]>([
    ['a web address in a name', oneComes('Win at www.example'), NAME_MESSAGE],
    ['a name that looks like one', oneComes('Dr.Smith'), NAME_MESSAGE],
    ['a header in an address', oneComes('', 'a@b.example\nBcc: c@d.example'), EMAIL_MESSAGE],
    ['an address with a comma', oneComes('', 'bob@example.com,'), EMAIL_MESSAGE],
    ['six people on five places', { courses: [{ courseId: 14, people: Array(6).fill(people[4]) }] }],
    ['another course', { courses: [{ courseId: 1, people: [] }] }],
    ['control characters', { purchaseOrder: 'PO\u0007' }],
    ['too many words', { wishes: 'a'.repeat(1_001) }],
  ])('refuses %s', async (_what, more, message = expect.any(String)) => {
    const { orderId, save } = await buyFive()
    const reply = await save(0, more)
    expect([reply.statusCode, reply.json().message]).toEqual([400, message])
    expect(await run({ do: 'booking', orderId })).toMatchObject({ version: 0, company: '' })
  })

  it('is confirmed for a paid order alone, and says why not', async () => {
    const { orderId } = await buyFive()
    const refusal = (more: object) => confirm(orderId, more).catch(({ message }: Error) => message)
    expect(await refusal({ orderId: 'order_unknown' })).toBe('There is no order order_unknown.')
    expect(await refusal({ courseId: 1 })).toBe(`Say which course of order ${orderId}: 14 (Manual Handling).`)
    expect(await refusal({ when: 'soon' })).toContain('"soon" is not a date with its times')
    const held = await shop.buyer.buy({ items: undefined })
    expect(await refusal({ orderId: held })).toBe(`Order ${held} is held: confirm it without a date first.`)
    await run({ do: 'refund', orderId, ...by })
    expect(await refusal({})).toBe(`Order ${orderId} is refunded; a date can only be confirmed for one that is paid.`)
  })

  it('is forgotten a year after the course', async () => {
    const { orderId, save } = await buyFive()
    await save(0)
    await confirm(orderId)
    await shop.change('update outbox set sent_at = now()')
    const end = Date.UTC(year, 0, 12, 17)
    const forgottenAt = async (days: number) => {
      await expirePersonalData(shop.database, end + days * 24 * 3_600_000)
      return (await shop.change('select * from bookings')).length === 0
    }
    expect([await forgottenAt(365), await forgottenAt(367)]).toEqual([false, true])
    expect((await mailsTo()).join()).not.toContain('bob@')
  })
})

it.each([
  ['Tuesday 12 January 2027, 9am to 5pm', '2027-01-12T09:00', '2027-01-12T17:00'],
  ['12/1/2027 9:00 - 17:00', '2027-01-12T09:00', '2027-01-12T17:00'],
  ['12 to 14 July 2027, 9am to 4.30pm', '2027-07-12T08:00', '2027-07-14T15:30'],
  // A course over the end of a month was refused.
  ['30 March to 1 April 2027, 9am to 5pm', '2027-03-30T08:00', '2027-04-01T16:00'],
  ['Tuesday 29 December 2026 to 3 January 2027, 09:00 to 17:00', '2026-12-29T09:00', '2027-01-03T17:00'],
  ['30 March to 1 April 2027, 9 to 5pm', '', ''],
  ['2027-07-12T09:00 to 2027-07-14T16:30', '2027-07-12T08:00', '2027-07-14T15:30'],
  ['Monday 12 January 2027, 9am to 5pm', 'that day is a Tuesday', ''],
  ['12 January 2027', 'from when to when', ''],
  // These were confirmed for the night.
  ['Tuesday 12 January 2027, 9 to 5pm', 'from when to when', ''],
  ['12 January 2027, 9.30 to 4.30', 'from when to when', ''],
  ['12 January 2026, 9am to 5pm', 'is over', ''],
  ['30 February 2027, 9am to 5pm', 'is not a date', ''],
  ['12 January 2027, 5pm to 9am on 11 January', 'is not a date', ''],
])('reads the dates "%s"', (text, start, end) => {
  const read = () => readDates(text, new Date('2026-11-27T12:00:00Z'))
  if (end === '') return expect(read).toThrow(start)
  const { startsAt, endsAt } = read()
  expect([startsAt, endsAt].map((time) => time.toISOString().slice(0, 16))).toEqual([start, end])
})
