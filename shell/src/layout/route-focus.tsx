import { announce } from '@site/shared/announce'
import { useLocation } from '@site/shared/navigation'
import { useEffect, useRef } from 'react'

/** After a client navigation to another page, focus moves to it and its title is read out. */
export function RouteFocus({ target }: { target: string }) {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) document.getElementById(target)?.focus({ preventScroll: true })
    // The title is a hoisted element of the page and follows it by a frame.
    requestAnimationFrame(() => announce(document.title))
  }, [pathname, hash, target])
  return null
}
