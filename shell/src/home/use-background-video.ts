import { useEffect, useRef, useState } from 'react'

/** `idle` until the page has loaded; `failed` leaves the background behind the video. */
export type VideoPhase = 'idle' | 'playing' | 'paused' | 'failed'

/** Starts a muted video after the page has loaded. Visitors who want less motion or data start it themselves. */
export function useBackgroundVideo() {
  const video = useRef<HTMLVideoElement>(null)
  const [phase, setPhase] = useState<VideoPhase>('idle')
  const fail = () => setPhase('failed')

  useEffect(() => {
    const start = () => {
      if (prefersStill()) setPhase('paused')
      else void play(video.current, setPhase)
    }
    if (document.readyState === 'complete') return start()
    window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
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
