import { resetCart } from '@site/shared/testing'
import { hydratePage, serverHtml } from '@site/shared/testing/hydrate'
import { screen } from '@testing-library/react'
import CoursesPage from './courses-page'

beforeEach(resetCart)

describe('the listing rendered ahead', () => {
  it('R54: knows the category and leaves search and order to the browser', async () => {
    const html = await serverHtml(<CoursesPage />, '/courses?category=health&q=aid&sort=price')
    expect(html).toContain('7 courses found')
    expect(html).toContain('All Courses')
    expect(html).not.toContain('Clear search')
  })

  it('R54: comes alive without a difference and then follows the whole address', async () => {
    const html = await serverHtml(<CoursesPage />, '/courses?category=health')
    const leave = await hydratePage(<CoursesPage />, html, '/courses?category=health&q=aid&sort=price')
    expect(screen.getByRole('searchbox')).toHaveValue('aid')
    expect(screen.getByRole('status')).toHaveTextContent('2 courses found')
    const titles = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles.slice(0, 2)).toEqual(['Level 3 Emergency First Aid', 'First Aid at Work'])
    leave()
  })

  it('R57: lets a card be sent before its page is alive', async () => {
    const html = await serverHtml(<CoursesPage />, '/courses')
    expect(html.match(/<form action="javascript:/g)).toHaveLength(27)
  })
})
