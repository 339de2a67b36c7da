import { findDifference } from './find-difference'
import { withoutComposition } from './without-composition'

const block = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`
const page = (composition: number, catalog: string, text = 'text') =>
  `<p>${text}</p>` +
  block('site-config', {
    composition,
    apiBase: '/api',
    remotes: { catalog: { entry: catalog }, content: { entry: 'own' } },
    files: { catalog: { 'a.js': catalog }, content: { 'b.js': 'own' }, shell: { 'c.js': 'shell' } },
  }) +
  block('site-scripts', { start: ['/a.js'], composition })
const own = ['shell', 'content']

describe('a page without what every composition says anew', () => {
  it('is the same whatever the files of the other packages and the number are', () => {
    expect(withoutComposition(page(2, 'x'), own)).toBe(withoutComposition(page(17, 'y'), own))
  })

  it('still differs in its own files, those of the shell, and everything it says', () => {
    const all = withoutComposition(page(2, 'x'), own)
    expect(withoutComposition(page(2, 'x').replaceAll('own', 'other'), own)).not.toBe(all)
    expect(withoutComposition(page(2, 'x').replace('"c.js":"shell"', '"c.js":"z"'), own)).not.toBe(all)
    expect(withoutComposition(page(2, 'x').replace('"apiBase":"/api"', '"apiBase":"/x"'), own)).not.toBe(all)
    expect(withoutComposition(page(2, 'x', 'other'), own)).not.toBe(all)
  })

  it('leaves what is no data as it is', () => {
    const html = '<script type="application/json" id="a">[1]</script><script type="application/json" id="b">{</script>'
    expect(withoutComposition(html, own)).toBe(html)
  })
})

describe('findDifference', () => {
  it('says where two texts begin to differ', () => {
    expect(findDifference('a', 'a')).toBeUndefined()
    expect(findDifference('one\ntwo', 'one\ntow')).toBe('at 2:2: "one\\ntow" in the place of "one\\ntwo"')
    expect(findDifference('one', 'one more')).toBe('at 1:4: "one more" in the place of "one"')
  })
})
