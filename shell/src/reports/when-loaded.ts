/** Does its work when the page has loaded, so that no message comes before what the page itself needs. */
export function whenLoaded(work: () => void): void {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', () => setTimeout(work), { once: true })
}
