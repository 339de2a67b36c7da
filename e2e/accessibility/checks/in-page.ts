import type { Page } from '@playwright/test'
import { injectAxe } from '../../support/axe'

type Colour = { alpha: number; parseString: (text: string) => void }
/** Undocumented, so the types of axe leave it out. */
type Colours = {
  Color: new (red?: number, green?: number, blue?: number) => Colour
  flattenColors: (top: Colour, under: Colour) => Colour
  getContrast: (background: Colour, text: Colour) => number
}

/** Serialised into the page, so it uses nothing from outside. */
function helpers() {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
  const { Color, flattenColors, getContrast }: Colours = Reflect.get(axe.commons, 'color')
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
  /** Lies over the flow of its part of the page. */
  const isLayer = (it: Element | null): boolean =>
    it !== null &&
    it.localName !== 'main' &&
    (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(it).position) || isLayer(it.parentElement))
  const all = <T extends HTMLElement>(selector: string) => [...root.querySelectorAll<T>(selector)].filter(isShown)
  const colour = (text: string) => {
    const parsed = new Color()
    parsed.parseString(text)
    return parsed
  }
  const backgroundOf = (it: Element | null): Colour => {
    if (!it) return new Color(255, 255, 255)
    const own = colour(getComputedStyle(it).backgroundColor)
    return own.alpha === 1 ? own : flattenColors(own, backgroundOf(it.parentElement))
  }
  const contrast = (one: Colour, other: Colour): number => getContrast(other, one)
  let hasTree = false
  const nameOf = (it: Element): string => {
    if (!hasTree) {
      axe.teardown()
      axe.setup(document)
      hasTree = true
    }
    return axe.commons.text.accessibleText(it)
  }
  const referred = (it: Element, attribute: string) =>
    (it.getAttribute(attribute) ?? '')
      .split(/\s+/)
      .map((id) => words(document.getElementById(id)))
      .join(' ')
      .trim()
  const propsOf = (it: Element): Record<string, unknown> => {
    const key = Object.keys(it).find((name) => name.startsWith('__reactProps'))
    return (key && Reflect.get(it, key)) || {}
  }
  return { words, say, isShown, isLayer, all, colour, backgroundOf, contrast, nameOf, referred, propsOf }
}

export type Check = (page: Page) => Promise<string[]>

export function looking(look: (inPage: ReturnType<typeof helpers>) => string[]): Check {
  return async (page) => {
    await injectAxe(page)
    return page.evaluate<string[]>(`(${look})((${helpers})())`)
  }
}
