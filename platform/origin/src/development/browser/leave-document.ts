/**
 * Once a page has taken over updates, the next one comes as a document of its own: what its scripts know of files that were
 * not loaded yet is of the state before.
 */
export function leaveDocument(page: Window, hasMoved: () => boolean): void {
  const handleClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !hasMoved() || link.origin !== page.location.origin) return
    // Ahead of the router, which would go there without the browser.
    if (link.pathname !== page.location.pathname) event.stopImmediatePropagation()
  }
  page.addEventListener('click', handleClick, { capture: true })
}
