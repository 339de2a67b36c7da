/** @jest-environment jsdom */
import { leaveDocument } from './leave-document'

describe('a page that has taken over updates', () => {
  let hasMoved = true
  const router = jest.fn((event: Event) => event.preventDefault())

  beforeAll(() => {
    leaveDocument(window, () => hasMoved)
    document.addEventListener('click', router)
    // jsdom goes to no other document.
    window.addEventListener('click', (event) => event.preventDefault(), { capture: true })
  })

  it.each([
    ['leaves the next page to the browser', '/blog', true, 0],
    ['stays where its own address changes', '/?category=food', true, 1],
    ['leaves other sites alone', 'https://elsewhere.example/blog', true, 1],
    ['goes on without a document as long as it has taken over nothing', '/blog', false, 1],
  ])('%s', (_what, href, moved, calls) => {
    hasMoved = moved
    document.body.innerHTML = `<a href="${href}"><b>Link</b></a>`
    document.querySelector('b')?.click()
    expect(router).toHaveBeenCalledTimes(calls)
    router.mockClear()
  })
})
