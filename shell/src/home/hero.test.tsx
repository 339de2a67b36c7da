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
const findVideo = () => background()?.querySelector('video') ?? null

function video(): HTMLVideoElement {
  const element = findVideo()
  if (!element) throw new Error('There is no video')
  return element
}

describe('hero video', () => {
  it('R41: loops without sound and loads nothing before it is started', () => {
    render(<HeroVideo />)
    expect(video()).toHaveAttribute('loop')
    expect(video()).toHaveAttribute('preload', 'none')
    expect(video()).not.toHaveAttribute('autoplay')
    expect(video()).not.toHaveAttribute('poster')
    expect(video().muted).toBe(true)
    expect(play).not.toHaveBeenCalled()
  })

  it('R41: starts after the page has loaded and shows from its first frame', async () => {
    await renderLoaded()
    expect(play).toHaveBeenCalledTimes(1)
    expect(video()).not.toHaveAttribute('data-shown')
    fireEvent.playing(video())
    expect(video()).toHaveAttribute('data-shown')
  })

  it.each(['pointerdown', 'keydown', 'scroll'])('R41: waits on a narrow screen for the first %s', async (type) => {
    installMatchMedia({ wide: false })
    await renderLoaded()
    expect(play).not.toHaveBeenCalled()
    await act(async () => window.dispatchEvent(new Event(type)))
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('R41: leaves the patterned background when no source can be played', async () => {
    await renderLoaded()
    const sources = video().querySelectorAll('source')
    fireEvent.error(sources[sources.length - 1] ?? video())
    expect(findVideo()).toBeNull()
    expect(background()).toBeInTheDocument()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('R41: leaves the patterned background when the video breaks while playing', async () => {
    await renderLoaded()
    fireEvent.playing(video())
    fireEvent.error(video())
    expect(findVideo()).toBeNull()
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

  it('waits for the visitor who asked for less motion', async () => {
    installMatchMedia({ reducedMotion: true })
    await renderLoaded()
    expect(play).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Play background video' }))
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('waits for the visitor when the browser forbids playing by itself', async () => {
    play.mockRejectedValue(new DOMException('Not allowed', 'NotAllowedError'))
    await renderLoaded()
    expect(screen.getByRole('button', { name: 'Play background video' })).toBeVisible()
  })
})
