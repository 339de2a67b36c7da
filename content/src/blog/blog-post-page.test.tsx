import { hydratePage } from '@site/shared/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

const load = () => import('./blog-post-page')
const open = (id: string) => hydratePage(load, { path: '/blog/:id', at: `/blog/${id}` })

describe('a post', () => {
  it('R78: is in the HTML of the server in full, and hydrates in place without fetching the text again', async () => {
    const { html, mismatches, container } = await open('2')
    expect(html).toContain('The law sets no ratio')
    expect(html).not.toMatch(/<script|hidden id="S:|<template/)
    expect(mismatches).toEqual([])
    expect(container.querySelector('#post-2-text')).toHaveTextContent(/The law sets no ratio|HSE/)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
  })

  it('R78, R80: has a hero with title, standfirst, author, date, reading time and categories, and up to three related posts, never itself', async () => {
    await open('2')
    expect(
      screen.getByRole('heading', { level: 1, name: 'How many first-aiders does your workplace need?' }),
    ).toBeVisible()
    expect(screen.getByText(/^A short needs assessment/)).toBeVisible()
    expect(screen.getByText('By Health & Safety Team')).toBeVisible()
    expect(screen.getAllByText('28 October 2025')[0]).toHaveAttribute('datetime', '2025-10-28')
    expect(screen.getByText('5 min read')).toBeVisible()
    const tags = within(screen.getByRole('list', { name: 'Categories of this article' })).getAllByRole('listitem')
    expect(tags.map((tag) => tag.textContent)).toEqual(['First Aid', 'Health & Safety', 'Training Advice'])
    const categories = within(screen.getByRole('region', { name: 'Categories' }))
    expect(categories.getByText('Food Safety (1)')).toBeVisible()
    expect(categories.getByText('Health & Safety (4)')).toBeVisible()
    const related = within(screen.getByRole('region', { name: 'Related Posts' })).getAllByRole('link')
    expect(related.map((link) => link.getAttribute('href'))).toEqual(['/blog/1', '/blog/5', '/blog/3'])
  })

  it('lists its parts, and leads to one with the focus', async () => {
    const { router, mismatches } = await open('2')
    expect(mismatches).toEqual([])
    const contents = screen.getByRole('navigation', { name: 'Contents' })
    const parts = document.querySelectorAll('#post-2-text h2')
    const links = within(contents).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([...parts].map(({ textContent }) => textContent))
    await userEvent.click(screen.getByRole('link', { name: "HSE's suggested numbers" }))
    expect(router.state.location.hash).toBe('#part-2')
    expect(screen.getByRole('heading', { name: "HSE's suggested numbers" })).toHaveFocus()
  })

  it('R78, D-22: has three share buttons that can be pressed and do nothing', async () => {
    const { router } = await open('1')
    const buttons = within(screen.getByRole('region', { name: 'Share' })).getAllByRole('button')
    const names = buttons.map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(['Share on Facebook', 'Share on X', 'Share on LinkedIn'])
    for (const button of buttons) {
      expect(button).toBeEnabled()
      expect(button).toHaveAttribute('type', 'button')
      await userEvent.click(button)
    }
    expect(router.state.location.pathname).toBe('/blog/1')
  })

  it('R78: leads back to the top, with the focus', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => {})
    await open('1')
    await userEvent.click(screen.getByRole('link', { name: 'Back to Top' }))
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(window.location.hash).toBe('')
  })

  it('R78: leads on to another post, whose text is fetched then', async () => {
    await open('1')
    const related = within(screen.getByRole('region', { name: 'Related Posts' }))
    await act(async () => related.getByRole('link', { name: /Working at height/ }).click())
    expect(screen.getByRole('heading', { level: 1, name: /^Working at height/ })).toBeVisible()
    expect(await screen.findByRole('heading', { level: 2, name: 'Three risks that plans forget' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'The three courses side by side' })).not.toBeInTheDocument()
  })
})

describe('an id that is no post', () => {
  it.each(['6', 'not-found', '1.html', '__proto__', '%3Cscript%3E'])('R79, D-21: %p is not found', async (id) => {
    const { router, mismatches } = await open(id)
    expect(mismatches).toEqual([])
    expect(screen.getByRole('heading', { level: 1, name: 'Blog Post Not Found' })).toBeVisible()
    expect(screen.getByText("The blog post you're looking for doesn't exist.")).toBeVisible()
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await userEvent.click(screen.getByRole('link', { name: 'Back to Blog' }))
    expect(router.state.location.pathname).toBe('/blog')
  })
})
