import { renderPage } from '@site/shared/testing'
import { act, screen, within } from '@testing-library/react'
import { installMatchMedia } from '../testing/browser'
import HomePage from './home-page'

let see: (sights: { isIntersecting: boolean }[]) => void
const disconnect = jest.fn()
const Observer = jest.fn((callback: typeof see, _options: object) => {
  see = callback
  return { observe() {}, disconnect }
})
Object.assign(globalThis, { IntersectionObserver: Observer })

beforeEach(() => {
  Observer.mockClear()
  disconnect.mockClear()
  installMatchMedia()
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

const region = (name: string) => within(screen.getByRole('region', { name }))
const numbers = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

it('R42, R43, R45, R47, R48, R49, D-13: says what the company does and leads on', () => {
  renderPage(<HomePage />)
  const title = 'Safety training for construction, food and health teams'
  const hero = region(title)
  expect(hero.getByRole('link', { name: 'Our Services' })).toHaveAttribute('href', '/courses')
  expect(hero.getByRole('link', { name: 'Get Quote' })).toHaveAttribute('href', '/contact')
  expect(numbers(title)).toEqual(['10+ years of experience', '5000+ people trained', '98% success rate'])
  expect(numbers('Our experience in numbers')).toEqual([
    '10+ years experience',
    '5000+ trained professionals',
    '98% success rate',
    '200+ corporate clients',
  ])
  const services = region('What we do').getAllByRole('heading', { level: 3 })
  const titles = services.map(({ textContent }) => textContent)
  expect(titles).toEqual(['Food Safety Training', 'Health & Safety Training', 'Consultancy Services'])
  expect(region('Join Our Team').getByRole('link')).toHaveAttribute('href', '/careers')
  const call = region('Not sure which course you need?')
  expect(call.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
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
    expect(Observer).toHaveBeenCalledWith(see, { threshold: 0.3, rootMargin: '0px 0px -100px 0px' })
    act(() => see([{ isIntersecting: false }]))
    expect(figures()).toEqual(final)
    act(() => see([{ isIntersecting: true }]))
    expect(figures()).toEqual(['0+', '0+', '0%', '0+'])
    now = 450
    act(() => frames.shift()?.(now))
    expect(figures()).toEqual(['9+', '4375+', '86%', '175+'])
    now = 900
    act(() => frames.shift()?.(now))
    expect(figures()).toEqual(final)
    expect(frames).toEqual([])
    expect(disconnect).toHaveBeenCalledTimes(1)
  })

  it('stand still for visitors who asked for less motion', () => {
    installMatchMedia({ reducedMotion: true })
    renderPage(<HomePage />)
    expect(Observer).not.toHaveBeenCalled()
    expect(figures()).toEqual(final)
  })
})
