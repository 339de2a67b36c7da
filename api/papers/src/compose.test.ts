import { createRandom } from '@platform/base/testing/random'
import { fromPounds, type Pence, pence, totalsOf } from '@site/shared/money'
import { cleanText, composeLines, sumLines, vatWithin } from './compose-receipt'
import { composeCredit, currentReceipt, leftOn } from './issue-papers'
import type { Paper } from './paper'
import { type Item, paperOf, saleOf } from './testing/papers'

const firstAid: Item = { title: 'First Aid at Work', price: 299, quantity: 2 }
const food: Item = { title: 'Level 3 Supervising Food Safety', price: 100, quantity: 1 }

describe('the lines of a receipt', () => {
  it.each([
    ['another amount was taken', { takenPence: pence(80_000) }, [80_000, 13_300]],
    ['the lines are of another basket', { amountPence: pence(80_000), takenPence: pence(80_000) }, [80_000, 13_300]],
    ['no items were sent', { vatPence: null, lines: [] }, [83_800, 14_000]],
    ['the amount is none of the shop’s rule', { takenPence: pence(12_345) }, [12_345, 2_058]],
  ])('R206: are one line of what was taken where %s', (_why, changes, [total, vat]) => {
    const lines = composeLines(saleOf([firstAid, food], changes))
    expect(lines).toMatchObject([{ description: 'Training', quantity: 1 }])
    expect(sumLines(lines)).toMatchObject({ totalPence: total, vatPence: vat })
  })

  it('R205: say what was sold, also where nobody has named it', () => {
    const [line] = composeLines(saleOf([], { vatPence: null, description: ' ' }))
    expect(line?.description).toBe('Training, as ordered (order_1763716276001_ab12cd34)')
  })
})

describe('the lines of a credit note', () => {
  it('R205: for a whole receipt are its own', () => {
    const paper = paperOf(composeLines(saleOf([firstAid, food])))
    expect(composeCredit(receiptWith([paper]), paper.totalPence)).toEqual(paper.lines)
  })

  it('R205: for a part name the receipt and what it is about', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, price: 10, quantity: 1 }))
    const paper = paperOf(composeLines(saleOf(many)))
    expect(composeCredit(receiptWith([paper]), pence(100))).toMatchObject([
      { description: 'A part of receipt R-000001: A, B, C and 2 more', netPence: 83, vatPence: 17 },
    ])
  })
})

describe('10,000 random orders, each with random refunds', () => {
  const random = createRandom(20_261_123)
  const upTo = (most: number) => 1 + Math.floor(random.uniform() * most)

  // A refund of 1p could be credited as net £0.00 and VAT £0.01.
  it('R206: add up to the penny, line by line, paper by paper and all together', () => {
    let refunded = 0
    let failed = 0
    for (let count = 0; count < 10_000; count += 1) {
      const papers = [randomReceipt()]
      for (let times = upTo(5); times > 0 && balanceOf(papers).totalPence > 0; times -= 1) {
        const note = credit(papers)
        refunded += 1
        if (!random.chance(0.2)) continue
        failed += 1
        papers.push(paperOf(note.lines, { id: papers.length + 1, about: aboutOf(note) }))
      }
      papers.forEach(expectSums)
      const left = balanceOf(papers)
      if (Object.values(left).some((amount) => amount < 0)) throw new Error('More was credited than there is')
      if (left.totalPence === 0 && Object.values(left).some((amount) => amount !== 0))
        throw new Error('Net or VAT is left of nothing')
    }
    expect(refunded).toBeGreaterThan(10_000)
    expect(failed).toBeGreaterThan(1_000)
  })

  function randomReceipt(): Paper {
    const items = Array.from({ length: upTo(6) }, (_, index) => {
      return { title: `Course ${index}`, price: upTo(600) - 1, quantity: upTo(5) }
    })
    const sale = saleOf(items)
    const isOdd = random.chance(0.2)
    return paperOf(composeLines(isOdd ? { ...sale, takenPence: pence(upTo(500_000)) } : sale))
  }

  /** Credits the rest, some pence or any part. */
  function credit(papers: Paper[]): Paper {
    const receipt = receiptWith(papers)
    const left = leftOn(receipt)
    const part = random.chance(0.5) ? upTo(7) : upTo(left)
    const amount = pence(random.chance(0.3) ? left : Math.min(part, left))
    const about = aboutOf(receipt.paper)
    const note = paperOf(composeCredit(receipt, amount), { id: papers.length + 1, kind: 'credit_note', about })
    if (note.totalPence !== amount) throw new Error('A credit note is not of the amount')
    if (note.netPence <= 0 || note.vatPence < 0) throw new Error('A credit note is VAT alone')
    papers.push(note)
    const { totalPence, vatPence } = receipt.paper
    const vatDue = (vatPence * balanceOf(papers).totalPence) / totalPence
    const isOff = Math.abs(balanceOf(papers).vatPence - vatDue) >= 1
    if (isOff && amount > 1 && papers.every(({ kind }, place) => place === 0 || kind === 'credit_note'))
      throw new Error('The VAT that is left is not to the penny')
    return note
  }

  function aboutOf({ id, kind, number }: Paper) {
    return { id, kind, number, issuedAt: '' }
  }

  function expectSums({ lines, ...sums }: Paper): void {
    for (const { quantity, unitPence, netPence } of lines) {
      if (quantity * unitPence !== netPence) throw new Error('A line is not its quantity times its price')
    }
    const parts = sumLines(lines)
    if (parts.netPence !== sums.netPence || parts.vatPence !== sums.vatPence || parts.totalPence !== sums.totalPence) {
      throw new Error('The lines do not add up to the paper')
    }
    if (sums.netPence + sums.vatPence !== sums.totalPence) throw new Error('Net and VAT are not the total')
  }
})

function balanceOf(papers: readonly Paper[]) {
  const sum = (name: 'netPence' | 'vatPence' | 'totalPence'): Pence =>
    pence(papers.reduce((all, one) => all + (one.kind === 'receipt' ? one[name] : -one[name]), 0))
  return { netPence: sum('netPence'), vatPence: sum('vatPence'), totalPence: sum('totalPence') }
}

function receiptWith(papers: readonly Paper[]) {
  const receipt = currentReceipt(papers)
  if (!receipt) throw new Error('There is no receipt')
  return receipt
}

describe('the VAT in an amount without a basket', () => {
  it('R206, R103: is that of the shop’s own rule for every total that the rule can give', () => {
    for (let price = 1; price <= 2_000; price += 1) {
      const { vat, total } = totalsOf([{ price, quantity: 1 }])
      expect(vatWithin(fromPounds(total))).toBe(fromPounds(vat))
    }
  })
})

describe('what people typed, as it may stand on a paper', () => {
  it.each([
    ['Ada  Marsh ', 'Ada Marsh'],
    ['Ada\r\nMarsh\u0000\u001b[2J', 'Ada Marsh [2J'],
    ['Ada\u2028Marsh', 'Ada Marsh'],
    ['\u202eetihW adA\u202c', 'etihW adA'],
    ['A\u200bd\u00ada', 'Ada'],
    ['Ada \ud83e', 'Ada \ufffd'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['עדה', 'עדה'],
    ['', ''],
  ])('R207: %j is %j', (typed, seen) => {
    expect(cleanText(typed)).toBe(seen)
  })

  it('R207: is cut between characters, where it is longer than any name', () => {
    const cut = cleanText('👩‍🚒'.repeat(5_000))
    expect([...new Intl.Segmenter('en-GB').segment(cut)]).toHaveLength(200)
    expect(cut).not.toMatch(/\p{Cs}/u)
    expect(cut).toMatch(/…$/)
  })
})
