import { hydratePage, renderPage } from '@site/shared/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { installIntersectionObserver, installMatchMedia } from '../testing/browser'
import HomePage from './home-page'

const observers = installIntersectionObserver()

beforeEach(() => {
  observers.length = 0
  installMatchMedia()
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

const region = (name: string) => within(screen.getByRole('region', { name }))
const numbers = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('home page', () => {
  it('has a title and a description', async () => {
    renderPage(<HomePage />)
    await waitFor(() =>
      expect(document.title).toBe('Safety training for construction, food and health teams | Safety Training Partners'),
    )
    expect(document.querySelector('meta[name=description]')).toHaveAttribute('content')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it('R42: has a headline and the two buttons', () => {
    renderPage(<HomePage />)
    const hero = region('Safety training for construction, food and health teams')
    expect(hero.getByRole('link', { name: 'Our Services' })).toHaveAttribute('href', '/courses')
    expect(hero.getByRole('link', { name: 'Get Quote' })).toHaveAttribute('href', '/contact')
  })

  it('R43: previews three figures in the hero', () => {
    renderPage(<HomePage />)
    expect(numbers('Safety training for construction, food and health teams')).toEqual([
      '10+ years of experience',
      '5000+ people trained',
      '98% success rate',
    ])
  })

  it('R45: states the four figures', () => {
    renderPage(<HomePage />)
    expect(numbers('Our experience in numbers')).toEqual([
      '10+ years experience',
      '5000+ trained professionals',
      '98% success rate',
      '200+ corporate clients',
    ])
  })

  it('R47: has three service cards', () => {
    renderPage(<HomePage />)
    const titles = region('What we do').getAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual([
      'Food Safety Training',
      'Health & Safety Training',
      'Consultancy Services',
    ])
  })

  it('R48: leads to the careers page', () => {
    renderPage(<HomePage />)
    expect(region('Join Our Team').getByRole('link')).toHaveAttribute('href', '/careers')
  })

  it('R49, D-13: ends with a call to get in touch', () => {
    renderPage(<HomePage />)
    const block = region('Not sure which course you need?')
    expect(block.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  })

  it('is complete in the server HTML and taken over without a difference', async () => {
    // jsdom does not derive the property from the attribute.
    jest.spyOn(HTMLMediaElement.prototype, 'muted', 'get').mockReturnValue(true)
    const { html, serverText, mismatches } = await hydratePage(() => import('./home-page'))
    for (const figure of ['10+', '5000+', '98%', '200+']) expect(serverText).toContain(figure)
    expect(html).toMatch(/<video[^>]* muted=""/)
    expect(html).not.toContain('style=')
    expect(mismatches).toEqual([])
  })
})

describe('statistics', () => {
  const figures = () => numbers('Our experience in numbers').map((text) => text?.split(' ')[0])
  const final = ['10+', '5000+', '98%', '200+']

  // They once stood 32 px too low until they were seen.
  it('R46: stand as they are until 30% is in view, 100 px above the bottom edge, and count up once', () => {
    let now = 0
    const frames: FrameRequestCallback[] = []
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
    renderPage(<HomePage />)
    const [observer] = observers
    expect(observer?.options).toEqual({ threshold: 0.3, rootMargin: '0px 0px -100px 0px' })
    act(() => observer?.see({ isIntersecting: false }))
    expect(figures()).toEqual(final)
    act(() => observer?.see({ isIntersecting: true }))
    expect(figures()).toEqual(['0+', '0+', '0%', '0+'])
    now = 450
    act(() => frames.shift()?.(now))
    expect(figures()).toEqual(['9+', '4375+', '86%', '175+'])
    now = 900
    act(() => frames.shift()?.(now))
    expect(figures()).toEqual(final)
    expect(frames).toEqual([])
    expect(observer?.isActive).toBe(false)
  })

  it('stand still for visitors who asked for less motion', () => {
    installMatchMedia({ reducedMotion: true })
    renderPage(<HomePage />)
    expect(observers).toHaveLength(0)
    expect(figures()).toEqual(final)
  })
})
