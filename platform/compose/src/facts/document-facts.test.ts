import { readFacts } from './document-facts'

const head = '<title>A</title><meta name="description" content="All &amp; more"/><link rel="canonical" href="/a"/>'
const page = (body: string) => `<!doctype html><html lang="en-GB"><head>${head}</head><body>${body}</body></html>`

it('the head of a document is read with its language, without the title of a picture', () => {
  expect(readFacts(page('<svg><title>An icon</title></svg>')).head).toEqual([
    'language en-GB',
    'title A',
    'meta content="All & more" name="description"',
    'link href="/a" rel="canonical"',
  ])
})

describe('markup that browsers read otherwise than it is written', () => {
  it.each([
    ['a block in a paragraph', '<p><div>x</div></p>', /<p> is never closed .*1:/],
    ['an element that is never closed', '<div><span>x</div>', /<span> is never closed/],
    ['an end tag of nothing', '<div>x</div></b>', /a tag that browsers ignore at 1:\d+ \(<\/b>/],
    ['a form in a form', '<form><form><p>x</p></form></form>', /a tag that browsers ignore/],
    ['a link in a link', '<a href="/">a<a href="/b">b</a></a>', /<a> is never closed/],
    ['text in a table', '<table><tbody><tr>lost<td>x</td></tr></tbody></table>', /put in another place/],
    ['a block in a table', '<table><div>x</div><tbody></tbody></table>', /put in another place/],
    ['a row without a body', '<table><tr><td>x</td></tr></table>', /a missing <tbody>/],
    ['crossed elements', '<b><i>x</b></i>', /<i> is never closed|another place/],
  ])('is found: %s', (_name, body, error) => {
    expect(readFacts(page(body)).markupErrors.join()).toMatch(error)
  })

  it.each([
    '<ul><li>a</li></ul><br><img src="/a"/><input>',
    '<svg viewBox="0 0 1 1"><path d="M0"/><g><use href="#a"></use></g></svg>',
    '<textarea>\nfirst line</textarea><pre>\n x</pre>',
    '<table><caption>c</caption><thead><tr><th>x</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>',
    '<template><p>x</p></template><!-- note --><noscript><p>x</p></noscript>',
    '<select><optgroup label="a"><option>b</option></optgroup></select>\n',
    '<button><span>x</span></button> text &amp; more',
  ])('is not found in %j', (body) => {
    expect(readFacts(page(body)).markupErrors).toEqual([])
  })
})
