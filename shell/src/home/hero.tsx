import { STATISTICS } from '@site/shared/constants'
import { paths } from '@site/shared/paths'
import { ButtonLink, VisuallyHidden } from '@site/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icons/icon'
import classes from './hero.module.css'

const previews = [
  { value: STATISTICS.years, label: 'years of experience' },
  { value: STATISTICS.trained, label: 'people trained' },
  { value: STATISTICS.success, label: 'success rate' },
]

const PLAY = 'M8 5l11 7-11 7z'

const PAUSE = 'M8 5v14M16 5v14'

export function Hero() {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div className={classes.text}>
        <h1 className={classes.title} id="hero-title">
          Safety training for construction, food and health teams
        </h1>
        <p className={classes.lead}>
          Courses in site safety, first aid, food hygiene and mental health, in the classroom or online. Book one place
          for yourself or train a whole team.
        </p>
        <div className={classes.actions}>
          <ButtonLink to={paths.courses}>Our Services</ButtonLink>
          <ButtonLink className={classes.second} to={paths.contact} variant="secondary">
            Get Quote
          </ButtonLink>
        </div>
        <ul className={classes.previews}>
          {previews.map(({ value, label }) => (
            <li key={label}>
              <strong className={classes.value}>{value}</strong> <span className={classes.label}>{label}</span>
            </li>
          ))}
        </ul>
      </div>
      <HeroVideo />
    </section>
  )
}

/** `idle` until the page has loaded; `failed` leaves the background behind the video. */
type VideoPhase = 'idle' | 'playing' | 'paused' | 'failed'

/**
 * Starts muted after the page has loaded; visitors who want less motion or data start it themselves. Invisible until its
 * first frame, so never the largest paint.
 */
export function HeroVideo() {
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

  const isReady = phase === 'playing' || phase === 'paused'
  return (
    <div className={classes.background}>
      {phase !== 'failed' && (
        <>
          <picture>
            <source media="(max-width: 47.99em)" srcSet="/media/hero-poster-720.webp" />
            <img
              className={classes.film}
              src="/media/hero-poster.webp"
              alt=""
              width="1600"
              height="900"
              fetchPriority="high"
            />
          </picture>
          <video
            className={isReady ? classes.film : `${classes.film} ${classes.waiting}`}
            ref={video}
            aria-hidden="true"
            tabIndex={-1}
            preload="none"
            muted
            loop
            playsInline
            disablePictureInPicture
            onPlaying={() => setPhase('playing')}
            onPause={() => setPhase('paused')}
            onError={fail}
          >
            <source src="/media/hero.webm" type="video/webm" />
            {/* The browser reports a failure of all sources on the last one. */}
            <source src="/media/hero.mp4" type="video/mp4" onError={fail} />
          </video>
        </>
      )}
      {isReady && (
        <button className={classes.toggle} type="button" onClick={toggle}>
          <Icon line={phase === 'playing' ? PAUSE : PLAY} />
          <VisuallyHidden>{phase === 'playing' ? 'Pause background video' : 'Play background video'}</VisuallyHidden>
        </button>
      )}
    </div>
  )
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
