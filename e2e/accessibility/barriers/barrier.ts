import type { Page } from '@playwright/test'
import type { CheckName } from '../checks'

/** What is used to plant a barrier. It is sent into the page as text, so that it uses nothing from outside. */
function tools() {
  const all = (selector: string, text = '') =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((it) => it.textContent?.includes(text))
  const find = (selector: string, text = '') => {
    const [it] = all(selector, text)
    if (!it) throw new Error(`nothing to plant in: ${selector} ${text}`)
    return it
  }
  const style = (css: string) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const make = (name: string, attributes: Record<string, string> = {}, text = '') => {
    const it = document.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) it.setAttribute(attribute, value)
    it.textContent = text
    return it
  }
  /** Puts a new element at the beginning of the main part, or of what the selector names. */
  const add = (name: string, attributes: Record<string, string> = {}, text = '', place = 'main') => {
    const it = make(name, attributes, text)
    find(place).prepend(it)
    return it
  }
  /** Changes what is there, and whatever comes later, as soon as it comes. */
  const always = (selector: string, change: (it: HTMLElement) => void) => {
    const look = () => {
      for (const it of all(selector)) change(it)
    }
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  }
  const on = (type: string, act: (event: Event) => void) => document.addEventListener(type, act, true)
  return { all, find, style, make, add, always, on }
}

export type Tools = ReturnType<typeof tools>

/** One small change of a page that keeps somebody out. */
export type Barrier = {
  name: string
  /** The criterion of WCAG 2.2 that it breaks. */
  criterion: string
  /** The template that it is planted in. */
  on: string
  check: CheckName | 'axe'
  /** Runs in the page. */
  plant: (tools: Tools) => void
  /** Why the check does not find it. */
  missed?: string
}

export async function plantBarrier(page: Page, { plant }: Barrier): Promise<void> {
  await page.evaluate(`(${plant})((${tools})())`)
}
