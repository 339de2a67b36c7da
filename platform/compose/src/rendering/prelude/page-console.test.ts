import { format } from 'node:util'
import { formatLogged, pageConsole } from './page-console'

describe('console while pages are rendered', () => {
  it.each([
    [['bad %s', 'key']],
    [['%s and %d, %i, %f', 'text', '4', 4.7, '1.5', 'more']],
    [['100 %', 'left']],
    [['%% %s']],
    [['%c styled', 'color: red']],
    [[1, null, undefined, true]],
    [[]],
  ])("formats as Node's: %j", (values) => {
    expect(formatLogged(values)).toBe(format(...values))
  })

  it('names an error with its lines, and what cannot be written', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(formatLogged([new TypeError('wrong'), circle])).toMatch(/^TypeError: wrong\n.*\[object Object\]$/s)
  })

  it('keeps errors and nothing else', () => {
    const errors: string[] = []
    const { log, warn, error } = pageConsole((text) => errors.push(text)) as Record<string, (text: string) => void>
    for (const method of [log, warn, error]) method?.('said')
    expect(errors).toEqual(['said'])
  })
})
