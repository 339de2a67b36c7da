import { PageUrlSearchParams } from './page-url-search-params'

const queries = [
  '',
  '?a=1&b=2',
  'a=1&a=2&&c&=d&e==f',
  'a+b=c%20d&%zz=%e4%bd%a0&x=%ff%c3',
  'q=ü☃𝄞&plus=%2B',
  "safe=*-._&unsafe=!'()~",
]
const make = [(init: unknown) => new PageUrlSearchParams(init), (init: unknown) => new URLSearchParams(init as string)]
const read = (params: URLSearchParams | PageUrlSearchParams) => ({
  pairs: [...params],
  text: String(params),
  size: params.size,
  keys: [...params.keys()],
  values: [...params.values()],
})

describe('URLSearchParams while pages are rendered', () => {
  const inits: unknown[] = [
    ...queries,
    [
      ['a', '1'],
      ['b', 'ü'],
    ],
    { a: '1', b: '\ud800' },
    new Map([['k', 'v']]),
  ]
  it.each(inits.map((init) => [init]))("reads and writes as Node's: %j", (init) => {
    const [page, node] = make.map((one) => read(one(init)))
    expect(page).toEqual(node)
  })

  it("changes as Node's", () => {
    const [page, node] = make.map((one) => {
      const params = one('b=2&a=1&b=3&c=4')
      const seen: string[] = []
      params.set('b', 'x')
      params.set('new', 'y')
      params.append('a', '0')
      params.delete('c')
      params.delete('a', '0')
      params.sort()
      params.forEach((value, name) => {
        seen.push(name, value)
      })
      return [String(params), params.get('b'), params.getAll('a'), params.has('c'), params.has('a', '1'), seen]
    })
    expect(page).toEqual(node)
  })

  it('takes pairs of two and no others', () => {
    expect(() => new PageUrlSearchParams([['a', 'b', 'c']])).toThrow(TypeError)
  })
})
