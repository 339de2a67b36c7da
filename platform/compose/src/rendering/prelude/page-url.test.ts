import { urlOf } from '@platform/base/address/url-of'
import { parseUrl } from '../sandbox/lend-url-parser'
import { MAX_URL_LENGTH, pageUrlClass, URL_PARTS } from './page-url'

const PageUrl = pageUrlClass(parseUrl)
type Parsed = InstanceType<typeof PageUrl> & Record<(typeof URL_PARTS)[number], string>
const parse = (url: unknown, base?: unknown) => new PageUrl(url, base) as Parsed

const addresses = [
  'http://a.b/c?d=e#f',
  'HTTP://ÜSER:p%20w@EXämple.com:80/a/../b/./c d?q=ü&x#h ö',
  '//x/y',
  '../up?q#h',
  '?q=1&q=2',
  '#h',
  '',
  'file:///C|/x',
  'http://[::1]:3000/',
  'http://1.2.3/',
  'data:text/html,<b>',
  'javascript:alert(1)',
  'http://a b/',
  'http://%zz/',
  'https://☃.net/?☃',
  'blob:https://a/b',
  'http://a:99999/',
  'mailto:x@y z',
  'line\nbreak',
]
const bases = [undefined, 'https://example.com/a/b?c#d', 'no base']

const partsOf = (make: () => object) => {
  try {
    const url = make() as Parsed
    return { ...Object.fromEntries(URL_PARTS.map((part) => [part, url[part]])), pairs: [...url.searchParams] }
  } catch (error) {
    return (error as Error).message
  }
}

describe('URL while pages are rendered', () => {
  it.each(addresses.flatMap((address) => bases.map((base) => [address, base])))("is Node's: %j on %j", (url, base) => {
    expect(partsOf(() => parse(url, base))).toEqual(partsOf(() => new URL(url ?? '', base)))
    expect(PageUrl.canParse(url, base)).toBe(urlOf(url ?? '', base) !== undefined)
  })

  it.each([
    ['search', 'x=1 2'],
    ['hash', 'ö'],
    ['pathname', '/a b/../c'],
    ['host', 'other.example:81'],
    ['port', 'nothing'],
    ['protocol', 'http'],
    ['href', 'https://whole.example/?new'],
    ['username', 'u@'],
  ] as const)('is changed as Node changes it: %s', (part, value) => {
    const [page, node] = [parse('https://a.b/c?d=e#f'), new URL('https://a.b/c?d=e#f')]
    page[part] = value
    node[part] = value
    expect(partsOf(() => page)).toEqual(partsOf(() => node))
  })

  it('follows its query, and its query follows it', () => {
    const [page, node] = [parse('https://a.b/?d=e'), new URL('https://a.b/?d=e')]
    for (const url of [page, node]) {
      url.searchParams.append('f', 'ü &')
      url.searchParams.delete('d')
    }
    expect(String(page)).toBe(String(node))
    page.search = '?g=1'
    expect(page.searchParams.get('g')).toBe('1')
    expect(JSON.stringify({ page })).toBe('{"page":"https://a.b/?g=1"}')
    expect(PageUrl.parse('no address')).toBeNull()
  })

  it('takes no longer address than the sandbox gives away', () => {
    expect(() => parse(`http://h/${'a'.repeat(MAX_URL_LENGTH)}`)).toThrow(/is longer than 8192/)
  })
})
