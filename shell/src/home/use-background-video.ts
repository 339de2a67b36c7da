import { useEffect, useRef, useState } from 'react'
import { isWideScreen } from '../layout/wide-screen'

/** `idle` until the page has loaded; `failed` leaves the background behind the video. */
export type VideoPhase = 'idle' | 'playing' | 'paused' | 'failed'

/**
 * Starts a muted video after the page has loaded, on a narrow screen after the first touch. Visitors who want less
 * motion or data start it themselves.
 */
export function useBackgroundVideo() {
  const video = useRef<HTMLVideoElement>(null)
  const [phase, setPhase] = useState<VideoPhase>('idle')
  const fail = () => setPhase('failed')

  useEffect(() => {
    const leaving = new AbortController()
    void untilSuitable(leaving.signal).then(() => {
      if (leaving.signal.aborted) return
      if (prefersStill()) setPhase('paused')
      else void play(video.current, setPhase)
    })
    return () => leaving.abort()
  }, [])

  function toggle() {
    if (phase === 'playing') video.current?.pause()
    else void play(video.current, setPhase)
  }

  const handlers = {
    onPlaying: () => setPhase('playing'),
    onPause: () => setPhase('paused'),
    onError: fail,
  }
  return { video, phase, handlers, toggle, fail }
}

async function play(video: HTMLVideoElement | null, setPhase: (phase: VideoPhase) => void): Promise<void> {
  if (!video) return
  // React sets `muted` only as a property, and only muted videos may start by themselves.
  video.muted = true
  try {
    await video.play()
  } catch (error) {
    // Every other failure arrives as an error event.
    if (error instanceof DOMException && error.name === 'NotAllowedError') setPhase('paused')
  }
}

function prefersStill(): boolean {
  const device: Navigator & { connection?: { saveData?: boolean } } = navigator
  return matchMedia('(prefers-reduced-motion: reduce)').matches || device.connection?.saveData === true
}

async function untilSuitable(signal: AbortSignal): Promise<void> {
  if (document.readyState !== 'complete') await firstOf(['load'], signal)
  await new Promise((resolve) => setTimeout(resolve))
  // On a narrow screen its first frame would be the largest paint, long after the text.
  if (!isWideScreen() && !prefersStill()) await firstOf(['pointerdown', 'keydown', 'scroll'], signal)
}

function firstOf(types: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const type of types) window.addEventListener(type, () => resolve(), { once: true, passive: true, signal })
  })
}
