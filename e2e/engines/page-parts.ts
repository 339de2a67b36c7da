// What runs in the page, in every engine: each function is sent as text and may use its argument alone.

type Named = { selector: string; name: string; within?: string }

/** An element that is seen and that its label or text names, whatever the spaces between its parts. */
export function byName({ selector, name, within = 'body' }: Named): Element | undefined {
  const plain = (text: string | null | undefined) => text?.replace(/[\s*]+/g, '')
  return [...(document.querySelector(within)?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => {
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const texts = [element.getAttribute('aria-label'), element.textContent, ...labels.map((label) => label.textContent)]
    return element.getClientRects().length > 0 && texts.some((text) => plain(text) === plain(name))
  })
}

/** The button in the card of a course. */
export function inCard({ title, button }: { title: string; button: string }): Element | undefined {
  const heading = [...document.querySelectorAll('main li h3')].find(({ textContent }) => textContent?.trim() === title)
  const buttons = heading?.closest('li')?.querySelectorAll('button') ?? []
  return [...buttons].find(({ textContent }) => textContent?.trim() === button)
}

/** React marks the elements it has taken over. */
export function isHydrated(): boolean {
  return Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react'))
}

export function says(text: string): boolean {
  return document.body.innerText.includes(text)
}

/** The second that the film on the home page has come to; 0 unless it runs and has pictures. */
export function filmAt(): number {
  const film = document.querySelector('video')
  return film && !film.paused && film.videoWidth > 0 ? film.currentTime : 0
}

export function pageText(): string {
  return `${location.href}\n${document.body.innerText}`
}

export function markDocument(): void {
  Object.assign(window, { isSameDocument: true })
}

export function isMarked(): boolean {
  return 'isSameDocument' in window
}

export function place(): string {
  return location.pathname + location.search
}
