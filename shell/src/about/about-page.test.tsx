import { renderPage } from '@site/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import AboutPage from './about-page'

const names = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

describe('about page', () => {
  it('R50: shows two directors and the rest of the team, each person once', () => {
    renderPage(<AboutPage />)
    const directors = names('Our directors')
    const team = names('Our team')
    expect(directors).toHaveLength(2)
    expect(team).toHaveLength(4)
    expect(new Set([...directors, ...team]).size).toBe(6)
  })

  it('R50: gives every person a role and a picture of their own', () => {
    renderPage(<AboutPage />)
    expect(screen.getAllByText(/Director/).length).toBeGreaterThanOrEqual(2)
    const images = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
    expect(images).toEqual([1, 2, 3, 4, 5, 6].map((n) => `/images/team/${n}.svg`))
  })

  it('tells story, mission and values', async () => {
    renderPage(<AboutPage />)
    await waitFor(() => expect(document.title).toBe('About Us | Safety Training Partners'))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('About Us')
    for (const title of ['Our story', 'Our mission', 'Our values']) {
      expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
    }
  })
})
