import type { Page } from '@playwright/test'

/** Serialised into the page, so it uses nothing from outside. */
function helpers() {
  type Rgba = [number, number, number, number]
  const root = document.querySelector('dialog:modal') ?? document
  const words = (it: Element | null | undefined) => (it?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const say = (it: Element) => {
    const label =
      it.getAttribute('aria-label') ?? (words(it) || it.getAttribute('name') || it.getAttribute('src') || '')
    return `<${it.localName}${it.id && `#${it.id}`}> "${label.slice(0, 50)}"`
  }
  const isShown = (it: Element) => {
    const { width, height } = it.getBoundingClientRect()
    return width > 1 && height > 1 && it.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const all = <T extends HTMLElement>(selector: string) => [...root.querySelectorAll<T>(selector)].filter(isShown)
  const colour = (text: string): Rgba => {
    const [r = 0, g = 0, b = 0, a = 1] = text.match(/[\d.]+/g)?.map(Number) ?? []
    return [r, g, b, a]
  }
  const over = (top: Rgba, under: Rgba): Rgba => {
    const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3])
    return [mix(top[0], under[0]), mix(top[1], under[1]), mix(top[2], under[2]), 1]
  }
  const backgroundOf = (it: Element | null): Rgba => {
    if (!it) return [255, 255, 255, 1]
    const own = colour(getComputedStyle(it).backgroundColor)
    return own[3] === 1 ? own : over(own, backgroundOf(it.parentElement))
  }
  const luminance = (it: Rgba) => {
    const [r = 0, g = 0, b = 0] = it.slice(0, 3).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: Rgba, other: Rgba) => {
    const [dark = 0, light = 0] = [luminance(over(one, other)), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const nameOf = (it: Element): string => {
    const byIds = (it.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
    const said = byIds.map((id) => words(document.getElementById(id))).join(' ')
    if (said) return said
    const alone = it.getAttribute('aria-label')?.trim()
    if (alone) return alone
    const labels = (it as HTMLInputElement).labels
    if (labels?.length) return [...labels].map(words).join(' ')
    const pictures = [...it.querySelectorAll('img')].map((picture) => picture.alt).join(' ')
    return `${words(it)} ${pictures}`.trim() || it.getAttribute('title') || ''
  }
  const referred = (it: Element, attribute: string) =>
    (it.getAttribute(attribute) ?? '')
      .split(/\s+/)
      .map((id) => words(document.getElementById(id)))
      .join(' ')
      .trim()
  const groups = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] => {
    const found = new Map<string, T[]>()
    for (const it of items) found.set(keyOf(it), [...(found.get(keyOf(it)) ?? []), it])
    return [...found]
  }
  return { groups, root, words, say, isShown, all, colour, backgroundOf, contrast, nameOf, referred }
}

export type InPage = ReturnType<typeof helpers>

export type Check = (page: Page) => Promise<string[]>

export function looking(look: (inPage: InPage) => string[]): Check {
  return (page) => page.evaluate<string[]>(`(${look})((${helpers})())`)
}
