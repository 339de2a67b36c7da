import { renderPage } from '@site/shared/testing'
import { screen, within } from '@testing-library/react'
import BlogPage from './blog-page'
import { posts } from './posts'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

it('R75, R76: lists the latest three posts, and all five, newest first, with category, date, reading time, title, excerpt, author and Read More', () => {
  renderPage(<BlogPage />, { path: '/blog', at: '/blog' })
  const cards = screen.getAllByRole('article')
  expect(cards).toHaveLength(5)
  const dates = posts.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  for (const [index, post] of posts.entries()) {
    const card = within(cards[index] ?? document.body)
    expect(card.getByText(post.category[0] ?? '')).toBeVisible()
    expect(card.getByRole('time')).toHaveAttribute('datetime', post.date)
    expect(card.getByRole('time')).toHaveTextContent(written.format(new Date(post.date)))
    expect(card.getByText(post.readTime)).toBeVisible()
    expect(card.getByRole('heading', { level: 2, name: post.title })).toBeVisible()
    expect(card.getByText(post.excerpt)).toBeVisible()
    expect(card.getByText(`By ${post.author}`)).toBeVisible()
    expect(card.getByRole('link', { name: `Read More about ${post.title}` })).toHaveAttribute(
      'href',
      `/blog/${post.id}`,
    )
  }
  const latest = within(screen.getByRole('region', { name: 'Latest Posts' }))
  expect(latest.getAllByRole('link').map((link) => link.textContent)).toEqual(
    posts.slice(0, 3).map(({ title }) => title),
  )
})
