import { renderPage } from '@site/shared/testing'
import { screen, within } from '@testing-library/react'
import AboutPage from './about-page'

const names = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

it('R50: shows story, mission, values, two directors and a team, each once with a role and an own picture', () => {
  renderPage(<AboutPage />)
  for (const title of ['Our story', 'Our mission', 'Our values']) {
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }
  const directors = names('Our directors')
  const team = names('Our team')
  expect(directors).toHaveLength(2)
  expect(team).toHaveLength(4)
  expect(new Set([...directors, ...team]).size).toBe(6)
  expect(screen.getAllByText(/Director/).length).toBeGreaterThanOrEqual(2)
  const images = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(images).toEqual([1, 2, 3, 4, 5, 6].map((n) => `/images/team/${n}.svg`))
})
