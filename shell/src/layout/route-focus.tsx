import { announce } from '@site/shared/announce'
import { useLocation } from '@site/shared/navigation'
import { useEffect, useRef } from 'react'

/** After a client navigation to another page, focus moves to it; its title is read out when it is there. */
export function RouteFocus({ target }: { target: string }) {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById(target)
    if (!main) return
    if (!hash) main.focus({ preventScroll: true })
    return whenLoaded(main, () => announce(document.title))
  }, [pathname, hash, target])
  return null
}

/** Calls back once when no part of the page says any more that it is loading; returns the way to stop that. */
function whenLoaded(main: HTMLElement, done: () => void): () => void {
  const observer = new MutationObserver(look)
  let frame = requestAnimationFrame(look)

  function look(): void {
    if (main.querySelector('[data-loading]')) {
      observer.observe(main, { childList: true, subtree: true })
      return
    }
    stop()
    // The title is a hoisted element of the page and follows it by a frame.
    frame = requestAnimationFrame(done)
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
  return stop
}
