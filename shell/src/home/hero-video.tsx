import { VisuallyHidden } from '@site/shared/ui'
import { Icon } from '../icons/icon'
import classes from './hero-video.module.css'
import { useBackgroundVideo } from './use-background-video'

const PLAY = 'M8 5l11 7-11 7z'
const PAUSE = 'M8 5v14M16 5v14'

export function HeroVideo() {
  const { video, phase, handlers, toggle, fail } = useBackgroundVideo()
  const isShown = phase === 'playing' || phase === 'paused'
  return (
    <>
      <div className={classes.background}>
        {phase !== 'failed' && (
          <video
            className={classes.video}
            ref={video}
            data-shown={isShown || undefined}
            poster={phase === 'paused' ? '/media/hero-poster.webp' : undefined}
            aria-hidden="true"
            tabIndex={-1}
            preload="none"
            muted
            loop
            playsInline
            disablePictureInPicture
            {...handlers}
          >
            <source src="/media/hero.webm" type="video/webm" />
            {/* The browser reports a failure of all sources on the last one. */}
            <source src="/media/hero.mp4" type="video/mp4" onError={fail} />
          </video>
        )}
      </div>
      {isShown && (
        <button className={classes.toggle} type="button" onClick={toggle}>
          <Icon line={phase === 'playing' ? PAUSE : PLAY} />
          <VisuallyHidden>{phase === 'playing' ? 'Pause background video' : 'Play background video'}</VisuallyHidden>
        </button>
      )}
    </>
  )
}
