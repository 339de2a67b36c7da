import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { installMatchMedia } from '../testing/browser'
import { HeroVideo } from './hero'

let play: jest.SpyInstance

beforeEach(() => {
  installMatchMedia()
  play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

async function renderLoaded() {
  render(<HeroVideo />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 1)))
}

const background = () => document.querySelector('.background')
const video = () => background()?.querySelector('video') as HTMLVideoElement

describe('hero video', () => {
  // A phone once showed neither picture nor video until it was touched.
  it('R41: shows a still picture at once, and starts a silent loop, not fetched with the page, without a touch on a narrow screen', async () => {
    installMatchMedia({ wide: false })
    await renderLoaded()
    expect(background()?.querySelector('img')).toHaveAttribute('src', '/media/hero-poster.webp')
    expect(video()).toHaveAttribute('loop')
    expect(video()).toHaveAttribute('preload', 'none')
    expect(video()).not.toHaveAttribute('autoplay')
    expect(video().muted).toBe(true)
    expect(play).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['no source can be played', () => [...video().querySelectorAll('source')].at(-1)],
    ['the video breaks while playing', video],
  ])('R41: leaves the patterned background when %s', async (_what, broken) => {
    await renderLoaded()
    fireEvent.playing(video())
    fireEvent.error(broken() ?? video())
    expect(video()).toBeNull()
    expect(background()).toBeInTheDocument()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be paused and played', async () => {
    const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
    await renderLoaded()
    fireEvent.playing(video())
    await userEvent.click(screen.getByRole('button', { name: 'Pause background video' }))
    expect(pause).toHaveBeenCalledTimes(1)
    fireEvent.pause(video())
    await userEvent.click(screen.getByRole('button', { name: 'Play background video' }))
    expect(play).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['who asked for less motion', true],
    ['when the browser forbids playing by itself', false],
  ])('waits for the visitor %s', async (_why, reducedMotion) => {
    installMatchMedia({ reducedMotion })
    play.mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
    await renderLoaded()
    expect(play).toHaveBeenCalledTimes(reducedMotion ? 0 : 1)
    play.mockClear()
    await userEvent.click(screen.getByRole('button', { name: 'Play background video' }))
    expect(play).toHaveBeenCalledTimes(1)
  })
})
