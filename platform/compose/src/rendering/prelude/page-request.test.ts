import { PageResponse, pageRequestClass } from './page-request'

const PageRequest = pageRequestClass(URL)

describe('Request and Response while pages are rendered', () => {
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
