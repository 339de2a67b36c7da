import { cleanText } from './clean-text'

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
