import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import type { Attention, OrderRecord } from '@site/api/admin'
import type { Paper } from '@site/papers/paper'
import { pence } from '@site/shared/money'
import { runAnswering } from '../testing/run-as'

const id = 'order_1763716276001_ab12cd34'

const orders = (command: string, answer?: unknown) => runAnswering(`orders ${command}`, answer)

describe('site orders', () => {
  const person = { actor: userInfo().username, reason: 'asked by phone' }
  const why = '--reason "asked by phone"'

  it.each([
    [`confirm ${id} ${why}`, { do: 'confirm', orderId: id, ...person }],
    [`confirm ${id} ${why} --by ruth`, { do: 'confirm', orderId: id, actor: 'ruth', reason: 'asked by phone' }],
    [
      `confirm ${id} --date "12 January 2027, 9am to 5pm" --place Leeds --joining "Bring boots" --course 14 ${why}`,
      {
        ...{ do: 'confirm-booking', orderId: id, when: '12 January 2027, 9am to 5pm', place: 'Leeds' },
        ...{ instructions: 'Bring boots', courseId: 14, ...person },
      },
    ],
    [`refund ${id} ${why}`, { do: 'refund', orderId: id, ...person }],
    [`refund ${id} --amount 49.5 ${why}`, { do: 'refund', orderId: id, amountPence: 4_950, ...person }],
    [`refund ${id} --amount £1,072.00 ${why}`, { do: 'refund', orderId: id, amountPence: 107_200, ...person }],
    [`refund ${id} --by-hand ${why}`, { do: 'refund', orderId: id, isByHand: true, ...person }],
    [
      `refund ${id} --amount 20 --again 2 ${why}`,
      { do: 'refund', orderId: id, amountPence: 2_000, again: 2, ...person },
    ],
    [`cancel ${id} ${why}`, { do: 'cancel', orderId: id, ...person }],
    [`resend-mail ${id} ${why}`, { do: 'resend-mail', orderId: id, ...person }],
    [
      `correct-email ${id} ada@example.com ${why}`,
      { do: 'correct-email', orderId: id, email: 'ada@example.com', ...person },
    ],
    [`reissue R-000042 ${why}`, { do: 'reissue', number: 'R-000042', ...person }],
    [
      `reissue R-000042 --name "Marsh Builders Ltd" --address "2 Example Road,  Leeds ,LS1 1AA" ${why}`,
      {
        ...{ do: 'reissue', number: 'R-000042', name: 'Marsh Builders Ltd' },
        ...{ address: ['2 Example Road', 'Leeds', 'LS1 1AA'], ...person },
      },
    ],
    [`credit R-000042 ${why}`, { do: 'credit', number: 'R-000042', ...person }],
    [`dismiss 12 ${why}`, { do: 'dismiss', id: '12', ...person }],
    [`erase ada@example.com ${why}`, { do: 'erase', email: 'ada@example.com', ...person }],
  ])('%s says who and why', async (command, operation) => {
    const { operations, text } = await orders(command)
    expect([operations, text]).toEqual([[operation], 'Done.'])
  })

  it('reads without asking why', async () => {
    const none = { orders: [], cases: [], warnings: [] }
    expect((await orders('', none)).text).toBe('No order needs attention')
    expect((await orders('--json', none)).text).toBe(JSON.stringify(none, null, 2))
    expect((await orders('list paid --limit 5', [])).operations).toEqual([{ do: 'list', state: 'paid', limit: 5 }])
    expect((await orders('find Ada Marsh', [])).operations).toEqual([{ do: 'list', text: 'Ada Marsh', limit: 50 }])
    expect((await orders('reconcile', [])).operations).toEqual([{ do: 'reconcile', sinceMs: 7 * 24 * 3_600_000 }])
    expect((await orders('take-in pi_1')).operations).toEqual([{ do: 'take-in', paymentId: 'pi_1' }])
    const numbers = await runAnswering('numbers --receipt R-000018 --credit-note C-000004')
    expect(numbers.operations).toEqual([{ do: 'numbers', receipt: 'R-000018', creditNote: 'C-000004' }])
    expect((await orders('reconcile --since 12h', ['one'])).text).toBe('1 difference:\n  - one')
    expect((await orders('person ada@example.com', { email: 'ada@example.com' })).text).toContain('"email"')
    const days = { from: '2026-04-01', to: '2026-04-30' }
    const books = await orders('export --from 2026-04-01 --to 2026-04-30', 'date,net\nsum,1.00\n')
    expect(books).toMatchObject({ operations: [{ do: 'sales', ...days }], text: 'date,net\nsum,1.00' })
  })

  it.each([
    [`confirm ${id}`, 'Say why'],
    [`confirm ${id} --reason "  "`, 'Say why'],
    [`refund ${id} --amount 1.999 ${why}`, 'is not an amount in pounds'],
    [`refund ${id} --amount 0 ${why}`, 'is not an amount in pounds'],
    [`refund ${id} --amount 20 --again twice ${why}`, 'is not a number'],
    [`reissue R-000042 --name " " ${why}`, 'Say a name, an address, both or neither'],
    ['receipts --from 2026-04-01', 'Name the first and the last day'],
    ['reconcile --since yesterday', 'is not a time such as 90s'],
    ['export --from 2026-04-02 --to 2026-04-01', 'Name the first and the last day'],
  ])('refuses "%s" with a message', async (command, message) => {
    await expect(orders(command)).rejects.toThrow(message)
  })

  it('R211: lists the papers of a period, or saves them in a folder that nobody else may read', async () => {
    const sums = { netPence: pence(17_900), vatPence: pence(3_600), totalPence: pence(21_500) }
    const line = { description: 'Manual Handling', quantity: 1, unitPence: pence(17_900), vatRate: 0.2, ...sums }
    const paper: Paper = {
      ...{ id: 1, kind: 'receipt', number: 'R-000042', orderId: id, paymentId: 1, cause: 'sale', ...sums },
      ...{ issuedAt: '2026-04-01T12:00:00.000Z', taxPoint: '2026-04-01T12:00:00.000Z', lines: [line] },
      supplier: { name: 'Shop', address: [], companyNumber: '1', vatNumber: 'GB 1' },
    }
    const listed = await orders('receipts --from 2026-04-01 --to 2026-04-30', [paper])
    expect(listed.operations).toEqual([{ do: 'receipts', from: '2026-04-01', to: '2026-04-30' }])
    expect(listed.text.split('\r\n')[1]).toBe(
      `"R-000042","receipt","2026-04-01","2026-04-01","${id}","","",179.00,36.00,215.00,""`,
    )
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'papers-')), 'april')
    const saved = await orders(`receipts --from 2026-04-01 --to 2026-04-30 --out ${folder}`, [paper])
    expect(saved.text).toBe(`1 paper is in ${folder}, with a list of them in papers.csv.`)
    expect(readdirSync(folder).sort()).toEqual(['R-000042.pdf', 'papers.csv'])
    expect(readFileSync(path.join(folder, 'R-000042.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(readFileSync(path.join(folder, 'papers.csv'), 'utf8').trimEnd()).toBe(listed.text)
    expect(['.', 'R-000042.pdf'].map((name) => statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o700, 0o600])
    const april = `${folder}-all`
    const { operations } = await orders(`export --from 2026-04-01 --to 2026-04-30 --out ${april}`, [])
    expect(operations.map(({ do: what }) => what)).toEqual(['sales', 'receipts'])
    expect(readdirSync(april).sort()).toEqual(['papers.csv', 'sales.csv'])
    rmSync(path.dirname(folder), { recursive: true })
  })

  it('shows an order so that what a buyer typed cannot change the terminal', async () => {
    const record: OrderRecord = {
      orderId: id,
      state: 'paid',
      amountPence: pence(21_500),
      customerName: 'Ada\u001b[2J',
      customerEmail: 'ada@example.com',
      createdAt: '2026-11-21T09:11:16.000Z',
      paidAt: '2026-11-21T09:12:00.000Z',
      lines: [{ quantity: 1, title: 'Manual Handling', unitPence: 17_900 }],
      payments: [{ provider: 'stripe', providerId: 'pi_1', state: 'succeeded', refundedPence: 0, takenPence: null }],
      refunds: [
        { createdAt: '2026-11-21T09:30:00.000Z', state: 'sent', amountPence: 500, providerId: null, actor: null },
        { createdAt: '2026-11-21T10:00:00.000Z', state: 'sent', amountPence: 5_000, providerId: 're_1', actor: null },
        { createdAt: '2026-11-21T11:00:00.000Z', state: 'requested', amountPence: 2_000, providerId: null },
        { createdAt: '2026-11-21T12:00:00.000Z', state: 'sent', amountPence: 1_000, providerId: null, actor: 'ruth' },
      ],
      disputes: [],
      mails: [],
      papers: [{ number: 'R-000042', issuedAt: '2026-11-21T09:12:00.000Z', totalPence: 21_500, about: null }],
      cases: [],
      bookings: [
        {
          company: 'Brown\u001b Ltd',
          purchaseOrder: 'PO-7',
          wishes: '',
          people: [{ courseId: 14, place: 0, name: 'Bob', email: '' }],
          confirmed: [{ courseId: 14, startsAt: '2027-07-12T08:00:00.000Z', isCancelled: true, place: 'Leeds' }],
        },
      ],
      events: [{ at: new Date('2026-11-21T09:12:00Z'), type: 'moved', actor: 'ruth', reason: 'asked\u001b' }],
    }
    expect((await orders(`show ${id}`, record)).text.split('\n')).toEqual([
      `${id}  paid  £215.00`,
      '  Ada?[2J <ada@example.com>',
      '  made 2026-11-21 09:11, paid 2026-11-21 09:12',
      'Lines:',
      '  1  Manual Handling  unit £179.00',
      'Payments:',
      '  stripe  pi_1  succeeded  refunded £0.00',
      'Refunds:',
      '  createdAt 2026-11-21 09:30  sent  amount £5.00',
      '  createdAt 2026-11-21 10:00  sent  amount £50.00  re_1',
      '  createdAt 2026-11-21 11:00  requested  amount £20.00',
      '  createdAt 2026-11-21 12:00  sent  amount £10.00  by hand  ruth',
      'Papers:',
      '  R-000042  issuedAt 2026-11-21 09:12  total £215.00',
      'Booking:',
      '  Brown? Ltd  PO-7  ',
      'Who is coming:',
      '  14  Bob  ',
      'Dates:',
      '  14  startsAt 2027-07-12 09:00  isCancelled  Leeds',
      'Events:',
      '  2026-11-21 09:12  moved  ruth  “asked?”',
    ])
    expect((await orders('list', [record])).text).toBe(
      `2026-11-21 09:11  ${id}  paid               £215.00  Ada?[2J <ada@example.com>`,
    )
  })

  const only = (...list: Attention['orders']): Attention => ({ orders: list, cases: [], warnings: [] })

  it('says what each order that waits is, whose it is and every reason', async () => {
    const order = {
      orderId: id,
      state: 'needs_attention',
      amountPence: pence(11_900),
      customerName: 'Ada Marsh\u001b[2J',
      customerEmail: 'ada@example.com',
      createdAt: '2026-11-21T09:11:16.000Z',
      reasons: ['paid, not confirmed: the browser sent no items', 'the message was not sent'],
      toDo: ['Confirm the order or refund it.'],
    }
    expect((await orders('', only(order))).text.split('\n')).toEqual([
      '1 order needs attention:',
      '  order_1763716276001_ab12cd34  needs_attention  £119.00  2026-11-21 09:11',
      '    Ada Marsh?[2J <ada@example.com>',
      '    - paid, not confirmed: the browser sent no items',
      '    - the message was not sent',
      '    To do: Confirm the order or refund it.',
    ])
    expect((await orders('', only(order, order))).text).toContain('2 orders need attention:')
  })

  it('lists charges without an order, and what is wrong with the shop as a whole', async () => {
    const summary = 'stripe took £1.00 as pi_9'
    const charge = { id: 7, summary, amountPence: pence(100), openedAt: '2026-11-21T09:11:16Z' }
    const warnings = ['stripe is not asked about payments']
    expect((await orders('', { orders: [], cases: [charge], warnings })).text.split('\n')).toEqual([
      'Warning: stripe is not asked about payments',
      'No order needs attention',
      '1 case without an order:',
      '  7  2026-11-21 09:11  stripe took £1.00 as pi_9',
    ])
  })
})
