import { listCsv } from './list-csv'
import { receiptOf } from './testing/papers'

const items = [{ title: 'Manual Handling', price: 179, quantity: 1 }]

describe('the list of papers', () => {
  it('R211: has a line for each, by the days of the UK, and takes credit notes off', () => {
    const receipt = receiptOf(items, { taxPoint: '2026-06-30T23:30:00.000Z' })
    const about = { id: 1, kind: 'receipt' as const, number: 'R-000001', issuedAt: receipt.issuedAt }
    const note = receiptOf(items, { id: 2, kind: 'credit_note', about, reason: 'Money sent back to you' })
    expect(listCsv([receipt, note]).split('\r\n')).toEqual([
      '\ufeff"number","kind","issued","tax point","order","about","customer","net","vat","total","reason"',
      '"R-000001","receipt","2026-11-23","2026-07-01","order_1763716276001_ab12cd34","","Ada Marsh",179.00,36.00,215.00,""',
      '"C-000002","credit_note","2026-11-23","2026-11-22","order_1763716276001_ab12cd34","R-000001","Ada Marsh",-179.00,-36.00,-215.00,"Money sent back to you"',
      '',
    ])
  })

  // Accents came out garbled, and `Marsh;=1+1` was two cells where `;` separates, one of them a formula.
  it.each([
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ['@SUM(1+1)', `"'@SUM(1+1)"`],
    [' -1+1', `" '-1+1"`],
    ['Semi;colon Marsh;=1+1', `"Semi;colon Marsh;'=1+1"`],
    ['Zoë\t+1', `"Zoë\t'+1"`],
    ['＝1＋1', `"'＝1＋1"`],
    ['Marsh-Lee, Ada', '"Marsh-Lee, Ada"'],
  ])('R207: %s is no formula, and no other cell', (name, cell) => {
    expect(listCsv([receiptOf(items, { customer: { name, address: [] } })])).toContain(`,"",${cell},179.00,`)
  })
})
