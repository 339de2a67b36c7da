/** Once a page has taken over updates, the next one is loaded as a document: its scripts know only former files. */
export function leaveDocument(page: Window, hasMoved: () => boolean): void {
  const handleClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !hasMoved() || link.origin !== page.location.origin) return
    // Ahead of the router, which would go there without the browser.
    if (link.pathname !== page.location.pathname) event.stopImmediatePropagation()
  }
  page.addEventListener('click', handleClick, { capture: true })
}
