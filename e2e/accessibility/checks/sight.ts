import { type Check, looking } from './in-page'

/** 1.4.11: borders of fields stand out 3 : 1. */
export const edges = looking(({ all, say, colour, backgroundOf, contrast }) => {
  const LEAST = 3
  const fields = all('input:not([type=hidden], [type=radio], [type=checkbox], [type=range]), select, textarea').filter(
    (it) => {
      const style = getComputedStyle(it)
      const outside = backgroundOf(it.parentElement)
      const border = Number.parseFloat(style.borderTopWidth) > 0 ? contrast(colour(style.borderTopColor), outside) : 1
      const below =
        Number.parseFloat(style.borderBottomWidth) > 0 ? contrast(colour(style.borderBottomColor), outside) : 1
      const frame = it.parentElement ? getComputedStyle(it.parentElement) : style
      const around =
        Number.parseFloat(frame.borderTopWidth) > 0
          ? contrast(colour(frame.borderTopColor), backgroundOf(it.parentElement?.parentElement ?? null))
          : 1
      return Math.max(border, below, around, contrast(backgroundOf(it), outside)) < LEAST
    },
  )
  return fields.map((it) => `the edge of ${say(it)} does not stand out 3 : 1`)
})

/** 1.4.11: the icon of a control whose words are to be heard only stands out 3 : 1. */
export const icons = looking(({ all, say, colour, backgroundOf, contrast, isShown }) => {
  const LEAST = 3
  return all('a svg, button svg')
    .filter((it) => {
      const control = it.closest('a, button')
      const isAlone = ![...(control?.childNodes ?? [])].some(
        (part) =>
          part !== it && (part.nodeType === Node.TEXT_NODE ? part.textContent?.trim() : isShown(part as Element)),
      )
      return isAlone && contrast(colour(getComputedStyle(it).color), backgroundOf(control)) < LEAST
    })
    .map((it) => `the icon of ${say(it.closest('a, button') ?? it)} does not stand out 3 : 1`)
})

/** 1.4.3: the hint in a field can be read. */
export const placeholders = looking(({ all, say, colour, backgroundOf, contrast }) => {
  const LEAST = 4.5
  return all('input[placeholder], textarea[placeholder]')
    .filter((it) => contrast(colour(getComputedStyle(it, '::placeholder').color), backgroundOf(it)) < LEAST)
    .map((it) => `the hint in ${say(it)} does not stand out 4.5 : 1`)
})

/** 1.4.5: no picture stands for text. */
export const picturesOfText = looking(({ all, say }) =>
  all<HTMLImageElement>('main img')
    .filter((it) => (it.alt.match(/\p{L}+/gu)?.length ?? 0) > 12)
    .map((it) => `the alternative of ${say(it)} is a text that stands in a picture`),
)

/** Forced colours: controls keep an edge, and what is drawn by colours alone is still there. */
export const forcedColours: Check = async (page) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await looking(({ all, say }) =>
    all('button, input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea')
      .filter((it) => {
        const style = getComputedStyle(it)
        const kept = style.forcedColorAdjust === 'none'
        const isBare = ['Top', 'Bottom'].every(
          (side) => Number.parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) === 0,
        )
        const isField = it.localName !== 'button'
        return (
          kept ||
          (isField && isBare && Number.parseFloat(getComputedStyle(it.parentElement ?? it).borderTopWidth) === 0)
        )
      })
      .map((it) => `${say(it)} is not to be seen in forced colours`),
  )(page)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** 2.3.3, 2.2.2: with less motion asked for, nothing moves; what moves by itself has a button that stops it. */
export const motion: Check = async (page) => {
  const look = looking(({ say }) => {
    const isLess = matchMedia('(prefers-reduced-motion: reduce)').matches
    const running = document.getAnimations().filter((it) => it.playState === 'running')
    const endless = running.filter(
      ({ effect }) => effect?.getComputedTiming().activeDuration === Number.POSITIVE_INFINITY,
    )
    const moved = (isLess ? running : endless).map(({ effect }) => (effect as KeyframeEffect | null)?.target)
    const films = [...document.querySelectorAll('video')].filter((it) => !it.paused && it.checkVisibility())
    const stops = [...document.querySelectorAll('button')].some((it) =>
      /pause|stop/i.test(it.getAttribute('aria-label') ?? it.textContent ?? ''),
    )
    const blinking = [...document.querySelectorAll('marquee, blink')]
    const refresh = document.querySelector('meta[http-equiv=refresh i]')
    return [
      ...moved.map(
        (it) => `${it ? say(it) : 'something'} moves ${isLess ? 'though less motion is asked for' : 'without an end'}`,
      ),
      ...films.filter(() => isLess || !stops).map((it) => `the film ${say(it)} plays and cannot be stopped`),
      ...blinking.map((it) => `${say(it)} moves by itself`),
      ...(refresh ? ['the page reloads by itself'] : []),
      ...[...document.querySelectorAll<HTMLMediaElement>('video, audio')]
        .filter((it) => !it.muted && it.autoplay)
        .map((it) => `${say(it)} makes a sound by itself`),
    ]
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const usual = await look(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return [...usual, ...(await look(page))]
}
