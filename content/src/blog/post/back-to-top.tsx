import type { MouseEvent } from 'react'
import { POST_TITLE_ID } from './post-hero'

/** Without scripts the browser follows the link by itself (R78). */
export function BackToTop() {
  function handleClick(event: MouseEvent) {
    // A followed link would leave an entry in the history that only scrolls.
    event.preventDefault()
    window.scrollTo({ top: 0 })
    document.getElementById(POST_TITLE_ID)?.focus({ preventScroll: true })
  }
  return (
    <a href={`#${POST_TITLE_ID}`} onClick={handleClick}>
      Back to Top
    </a>
  )
}
