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
    const before = document.activeElement
    const stopFocus = afterFrame(() => {
      // By then the visitor, or the page itself, may have moved it somewhere else.
      if (!hash && document.activeElement === before) main.focus({ preventScroll: true })
    })
    const stopTitle = whenLoaded(main, () => announce(document.title))
    return () => {
      stopFocus()
      stopTitle()
    }
  }, [pathname, hash, target])
  return null
}

/** Taking the focus has the browser lay the page out; before the frame it would do that twice, and the frame would come later. */
function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
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
