import { useNavigate } from '@site/shared/navigation'
import type { MouseEvent } from 'react'

const OWN_PATH = /^\/(?!\/)/

/** Links to the site's own pages in HTML that React did not make must not load a page. */
export function useFollowLink(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    const isForBrowser = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isForBrowser || !OWN_PATH.test(href)) return
    event.preventDefault()
    navigate(href)
  }
}
