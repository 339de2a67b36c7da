import { hydratePage, resetCart } from '@site/shared/testing'
import { screen } from '@testing-library/react'

beforeEach(resetCart)

const hydrate = (at: string) => hydratePage(() => import('./courses-page'), { path: '/courses', at })

describe('the listing rendered ahead', () => {
  it('R54: knows the category on the server and adds search and order in the browser', async () => {
    const { serverText, mismatches } = await hydrate('/courses?category=health&q=aid&sort=price')
    expect(serverText).toContain('7 courses found')
    expect(mismatches).toEqual([])
    expect(screen.getByRole('searchbox')).toHaveValue('aid')
    expect(screen.getByRole('status')).toHaveTextContent('2 courses found')
    const titles = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles.slice(0, 2)).toEqual(['Level 3 Emergency First Aid', 'First Aid at Work'])
  })

  it('R67: lets a course be added before the page is alive', async () => {
    const { html } = await hydrate('/courses')
    expect(html.match(/<form action="javascript:/g)).toHaveLength(27)
  })
})
