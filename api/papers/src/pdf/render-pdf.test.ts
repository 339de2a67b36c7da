import { createRandom } from '@platform/base/testing/random'
import { cleanText } from '../compose-receipt'
import type { Paper } from '../paper'
import { receiptOf } from '../testing/papers'
import { readPdf } from '../testing/read-pdf'
import { renderPdf } from './render-pdf'

const items = [
  { title: 'First Aid at Work', price: 299, quantity: 2 },
  { title: 'Level 3 Supervising Food Safety', price: 100, quantity: 1 },
]
const read = async (paper: Paper) => readPdf(await renderPdf(paper))
const named = (name: string, address: string[] = []) => receiptOf(items, { customer: { name, address } })
const textOf = ({ read }: ReturnType<typeof readPdf>) => read.map(([, text]) => text).join('\n')

describe('a receipt as a PDF', () => {
  it('R205, R209: is read in order, with its title, its language and the headers of its table', async () => {
    const pdf = await read(named('Ada Marsh', ['Marsh Builders Ltd', '2 Example Road', 'Leeds']))
    expect(pdf).toMatchObject({ language: 'en-GB', isMarked: true, pages: 1 })
    expect(pdf.title).toBe('VAT receipt R-000001, Safety Training Partners Ltd')
    const all = (role: string, ...texts: string[]) => texts.map((text) => [`Document ${role}`, text])
    const row = (head: string, ...cells: string[]) => [
      ...all('Table TBody TR TH', head),
      ...all('Table TBody TR TD', ...cells),
    ]
    const sum = (label: string, value: string) => [...all('Table TR TH', label), ...all('Table TR TD', value)]
    expect(pdf.read).toEqual([
      ...all('H1', 'VAT receipt'),
      ...all('Sect H2', 'Supplier'),
      ...all('Sect P', 'Safety Training Partners Ltd', '1 Example Street', 'London', 'EC1A 1AA', 'United Kingdom'),
      ...all('Sect P', 'VAT number GB 000 0000 00', 'Company number 00000000'),
      ...all('Sect H2', 'Customer'),
      ...all('Sect P', 'Ada Marsh', 'Marsh Builders Ltd', '2 Example Road', 'Leeds'),
      ...all('Sect H2', 'Details'),
      ...all('Sect P Span', 'Number', 'R-000001', 'Date of issue', '23 November 2026'),
      ...all('Sect P Span', 'Tax point', '22 November 2026', 'Order', 'order_1763716276001_ab12cd34'),
      ...all('Table THead TR TH', 'Description', 'Quantity', 'Unit price', 'Net', 'VAT rate', 'VAT', 'Total'),
      ...row('First Aid at Work', '2', '£299.00', '£598.00', '20%', '£119.94', '£717.94'),
      ...row('Level 3 Supervising Food Safety', '1', '£100.00', '£100.00', '20%', '£20.06', '£120.06'),
      ...sum('Total without VAT', '£698.00'),
      ...sum('VAT at 20%', '£140.00'),
      ...sum('Total paid', '£838.00'),
      ['Document P', expect.stringContaining('rounded to a whole pound')],
      ['Document P', 'Questions? Write to hello@example.com or call 020 7946 0123, and name R-000001.'],
    ])
  })

  it('R208, R209: is the same file each time, with every font in it, and nothing that runs or leads away', async () => {
    const paper = named('Жанна Ελένη עדה')
    const [one, other] = await Promise.all([renderPdf(paper), renderPdf(paper)])
    expect(one.equals(other)).toBe(true)
    const file = one.toString('latin1')
    expect(file.match(/\/FontFile[23]/g)?.length).toBeGreaterThanOrEqual(3)
    expect(file).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/)
    expect(file).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|URI|Launch|EmbeddedFile)\b/)
    expect(file).toContain('/DisplayDocTitle true')
  })

  it('R209, R213: has the names of the columns again on each sheet, and reads them once', async () => {
    const course = { price: 99, quantity: 1 }
    const many = Array.from({ length: 60 }, (_, index) => ({ ...course, title: `Course ${index} of sixty` }))
    const { customer: _, ...paper } = receiptOf(many)
    const pdf = await read(paper)
    // R213: the customer was taken out of it.
    expect(textOf(pdf)).toContain('Customer\nNot kept any more')
    expect(pdf.pages).toBeGreaterThan(2)
    expect(pdf.read.filter(([, text]) => text === 'Unit price')).toHaveLength(1)
    expect(pdf.artifacts.filter((text) => text === 'Unit price')).toHaveLength(pdf.pages - 1)
    expect(pdf.artifacts.filter((text) => text.includes('page 3'))).toHaveLength(1)
    const courses = pdf.read.flatMap(([, text]) => (text.startsWith('Course') ? [text] : []))
    expect(courses).toEqual(many.map(({ title }) => title))
  })

  it('R207: shows what people type as they typed it, in any alphabet, and breaks long names within their column', async () => {
    const name = 'Zoë Łukasz Ştefan Nguyễn Жанна Ελένη Անի თამარ'
    const code = ') Tj ET Q endstream endobj (\\) <</S/JavaScript/JS(app.alert(1))>>'
    const address = ['عبد الله', code, '<script>alert(1)</script> &amp;', 'x'.repeat(200), 'Ada '.repeat(50).trim()]
    const shown = textOf(await read(named(name, address))).normalize('NFKC')
    for (const text of [name, ...address]) expect(shown.replace(/\s/g, '')).toContain(text.replace(/\s/g, ''))
  })

  // Buyers with names in Chinese or Hindi got boxes and no word about them.
  it('R207: has a box for what no font shows, says so, and says aloud what was typed', async () => {
    const name = '王小明 🦄 Ada'
    const file = await renderPdf(named(name))
    expect(textOf(readPdf(file))).toMatch(/□□□ □ Ada[\s\S]+The sign □ takes the place of a character/)
    const spoken = `\u00fe\u00ff${Buffer.from(name, 'utf16le').swap16().toString('latin1')}`
    expect(file.toString('latin1').replace(/\\([()\\])/g, '$1')).toContain(`/ActualText (${spoken})`)
  })

  it('R207: is made of whatever people type', async () => {
    const random = createRandom(7)
    const character = () =>
      String.fromCodePoint(Math.floor(random.uniform() * (random.chance(0.5) ? 0x2_000 : 0x11_0000)))
    for (let count = 0; count < 60; count += 1) {
      const typed = Array.from({ length: 80 }, character).join('')
      const file = await renderPdf(named(cleanText(typed), [cleanText(typed)]))
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})
