const { sanitise } = jest.requireActual<{ sanitise: (html: string) => string }>(
  '../../../kit/webpack/sanitised-html-loader.cjs',
)

function partsOf(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const elements = [...page.body.querySelectorAll('*')]
  return {
    tags: elements.map(({ tagName }) => tagName.toLowerCase()),
    attributes: elements.flatMap((element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`)),
  }
}

describe('security: an HTML fragment that is built into a release', () => {
  it.each([
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</script>',
    '<style>p{display:none}</style>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<form action="https://evil.example"><input name=card><button>Pay</button></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<!--<script>alert(1)</script>-->',
    '<h1>Another title</h1>',
  ])('loses the element in %s', (html) => {
    const { tags, attributes } = partsOf(sanitise(html))
    expect(tags.filter((tag) => tag !== 'p')).toEqual([])
    expect(attributes).toEqual([])
  })

  it.each([
    '<p onclick="alert(1)">x</p>',
    '<p style="position:fixed">x</p>',
    '<p class="button" id="root">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" &#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="http://example.com">x</a>',
    '<th onclick=alert(1) colspan=9>x</th>',
  ])('loses the attribute in %s', (html) => {
    expect(partsOf(sanitise(html)).attributes).toEqual([])
  })

  // `texts.test.ts` proves it of all that today's texts use.
  it('keeps captions and links to addresses and numbers', () => {
    const html = '<table><caption>Numbers</caption></table><a href="mailto:a@b.c">mail</a><a href="tel:+44">phone</a>'
    expect(sanitise(html)).toBe(html)
  })
})
