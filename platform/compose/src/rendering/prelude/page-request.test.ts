import { PageHeaders, PageResponse, pageRequestClass } from './page-request'

const PageRequest = pageRequestClass(URL)

describe('Request, Response and Headers while pages are rendered', () => {
  it("have Node's headers", () => {
    const init: [string, string][] = [
      ['X-One', ' 1 '],
      ['accept', 'a'],
    ]
    const [page, node] = [new PageHeaders(init), new Headers(init)].map((headers) => {
      headers.append('Accept', 'b')
      headers.set('x-two', '2')
      headers.delete('X-ONE')
      return [[...headers], headers.get('ACCEPT'), headers.has('x-one'), headers.get('none')]
    })
    expect(page).toEqual(node)
  })

  it('name address and method, and are never cancelled', () => {
    const request = new PageRequest('http://h/a b', { method: 'post', headers: { Accept: 'a' } })
    const copy = request.clone()
    expect([copy.url, copy.method, copy.headers.get('accept')]).toEqual(['http://h/a%20b', 'POST', 'a'])
    expect(copy.signal).toMatchObject({ aborted: false })
    expect(() => new PageRequest('no address')).toThrow('Invalid URL')
  })

  it.each([
    [undefined, 200, true],
    [{ status: 302, headers: { Location: '/x' } }, 302, false],
  ])('say how it went: %j', (init, status, ok) => {
    const response = new PageResponse(null, init)
    expect([response.status, response.ok]).toEqual([status, ok])
    expect(response.headers.get('location')).toBe(init ? '/x' : null)
  })
})
