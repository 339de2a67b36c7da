import { announce } from '@site/shared/announce'
import { useLocation } from '@site/shared/navigation'
import { useEffect, useRef } from 'react'

/** Moves the focus after a client navigation and announces the title once the page is there. */
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
      // The visitor or the page may have moved the focus meanwhile.
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

/** Focusing before the frame would lay the page out twice. */
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

/** Calls back once no part of the page is loading; returns a stop function. */
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
