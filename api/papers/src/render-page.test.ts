import { createHash } from 'node:crypto'
import { PAGE_POLICY } from './page-style'
import { renderPage } from './render-page'
import { receiptOf } from './testing/papers'

const items = [{ title: 'First Aid at Work', price: 299, quantity: 2 }]

describe('a paper as a page', () => {
  it('R205, R209: says what the paper says, with a table whose rows and columns are named', () => {
    const page = renderPage(receiptOf(items))
    for (const text of [
      '<html lang="en-GB">',
      '<title>VAT receipt R-000001, Safety Training Partners Ltd</title>',
      '<h1>VAT receipt <span>R-000001</span></h1>',
      'VAT number GB 000 0000 00',
      '<dt>Tax point</dt><dd>22 November 2026</dd>',
      '<th scope="col">Unit price</th>',
      '<th scope="row"><bdi>First Aid at Work</bdi></th><td>2</td><td>£299.00</td><td>£598.00</td><td>20%</td>',
      '<th scope="row">Total paid</th><td>£718.00</td>',
    ]) {
      expect(page).toContain(text)
    }
  })

  it('R209: prints on A4, and its policy allows its own style alone', () => {
    const page = renderPage(receiptOf(items))
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
    expect(style).toContain('@page { size: A4;')
    expect(style).toContain('@media print')
    const digest = createHash('sha256').update(style).digest('base64')
    expect(PAGE_POLICY).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|src=|href=/)
  })

  it('R207: shows what people typed as text, in its own direction', () => {
    const name = `<img src=x onerror="alert(1)">'&`
    const page = renderPage(receiptOf(items, { customer: { name, address: ['</section><script>'] }, reason: '<b>' }))
    expect(page).toContain('<bdi>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;</bdi>')
    expect(page).toContain('<bdi>&lt;/section&gt;&lt;script&gt;</bdi>')
    expect(page).not.toMatch(/<(img|script|b)\b/)
  })
})
