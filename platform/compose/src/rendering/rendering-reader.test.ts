import { renderWork } from '../testing/rendering-fixture'
import { RenderingReader } from './rendering-reader'
import { MAX_PAGE_CHARACTERS, stepsOf } from './rendering-steps'

/** Steps: shell starts 0, `/` 1; module of content 2, `/blog` 3; module of catalog 4, `/courses` 5 … */
const steps = stepsOf(renderWork())
const line = (message: unknown) => `${JSON.stringify(message)}\n`
const started = (step: number) => line({ step, type: 'started' })
const rendered = (step: number, html = `<p>${step}</p>`) => line({ step, type: 'rendered', html })
const toBlog = started(0) + started(1) + rendered(1) + started(2) + started(3)

function read(...texts: string[]) {
  const reader = new RenderingReader(steps, () => {})
  const documents = texts.flatMap((text) => reader.read(text))
  return { isFinished: reader.isFinished, documents }
}

describe('what the process that renders says', () => {
  it('is read in the order of the plan, however it is cut', () => {
    const all = toBlog + rendered(3) + started(4) + started(5) + rendered(5) + started(6) + rendered(6) + started(7)
    const reader = read(...`${all}${started(8)}${rendered(8)}`)
    expect(reader.isFinished).toBe(true)
    expect(reader.documents).toEqual(['<p>1</p>', '<p>3</p>', '<p>5</p>', '<p>6</p>', '<p>8</p>'])
  })

  it('is over with the last document', () => {
    const documents = [1, 3, 5, 6, 8]
    const all = steps.map((_step, index) => started(index) + (documents.includes(index) ? rendered(index) : ''))
    const reader = read(all.join(''), rendered(8, 'FORGED'), 'no line at all\n')
    expect(reader.documents).toHaveLength(5)
    expect(reader.documents.join()).not.toContain('FORGED')
  })

  it.each([
    ['a document of another page', rendered(8)],
    ['a document of a page that is done', rendered(1)],
    ['a second document', rendered(3) + rendered(3)],
    ['a step before this one is done', started(4)],
    ['a step that is done', rendered(3) + started(2)],
    ['a step left out', rendered(3) + started(5)],
    ['a step that is not there', rendered(3) + started(99)],
    ['an empty document', rendered(3, '')],
    ['a document that is too large', rendered(3, 'x'.repeat(MAX_PAGE_CHARACTERS + 1))],
    ['more than is known of a message', line({ step: 3, type: 'rendered', html: 'x', module: 'checkout/cart-page' })],
    ['another type', line({ step: 3, type: 'page', html: 'x' })],
    ['HTML that is no text', line({ step: 3, type: 'rendered', html: { toString: 'x' } })],
    ['no object', 'null\n'],
    ['no JSON', '<html>\n'],
    ['a line without an end', 'x'.repeat(7 * MAX_PAGE_CHARACTERS)],
    ['a prototype', '{"__proto__":{"step":3},"type":"rendered","html":"x"}\n'],
  ])('is refused when it is %s', (_what, text) => {
    expect(() => read(toBlog, text)).toThrow(
      /^Rendering failed at (page \/blog of content\/blog-page): the process that renders said what it must not$/,
    )
  })

  it('says why a page failed in a few lines, and writes nothing else to a terminal', () => {
    const reason = `\u001b[2J\u009bred\u202e\r${'long'.repeat(9_999)}`
    const failed = (text: string) => () => read(toBlog, line({ step: 3, type: 'failed', reason: text }))
    expect(failed(reason)).toThrow(
      /^Rendering failed at page \/blog of content\/blog-page: \ufffd\[2J\ufffdred\ufffd\ufffdlong/,
    )
    expect(failed(reason)).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/.{5000}/) }))
    expect(failed('1\n2\n3\n4\n5\n6\n7')).toThrow(/: 1\n2\n3\n4\n5\n6$/)
  })
})
