import type { Page } from '@playwright/test'
import type { Check } from './in-page'

/** What is in the same place on every page: navigation, ways to get help, the name of the site. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const words = (it: Element) => (it.textContent ?? '').replace(/\s+/g, ' ').trim()
    const linksOf = (selector: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${selector} a[href]`)]
        .map((it) => `${it.getAttribute('aria-label') ?? words(it)} → ${it.getAttribute('href')}`)
        .join(', ')
    const help = 'a:is([href^="tel:"], [href^="mailto:"], [href*="wa.me"])'
    const helps = (within: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`${within} ${help}`)].map((it) => it.href).join(', ')
    return {
      'the main navigation': linksOf('nav[aria-label=Main]'),
      'the navigation of the footer': linksOf('footer nav'),
      'the help of the header': helps('header'),
      'the help of the footer': helps('footer'),
      'the chat': helps('aside'),
      'the link to the start': words(document.querySelector('header a[href="/"]') ?? document.body),
      'the name of the cart': document.querySelector('header a[href="/cart"]')?.textContent?.replace(/\d.*/, '') ?? '',
    }
  })

const homes = new Map<string, Awaited<ReturnType<typeof frameOf>>>()

/** 3.2.3, 3.2.4, 3.2.6, 2.4.5: what all pages share is the same, in the same order, as on the home page. */
export const consistency: Check = async (page) => {
  const { origin } = new URL(page.url())
  let home = homes.get(origin)
  if (!home) {
    const other = await page.context().newPage()
    await other.goto(origin)
    home = await frameOf(other)
    homes.set(origin, home)
    await other.close()
  }
  const expected: Record<string, string> = home
  return Object.entries(await frameOf(page))
    .filter(([part, here]) => here !== expected[part])
    .map(([part, here]) => `${part} is another than on the home page: ${here.slice(0, 80)}`)
}

const MOMENTS = { 'a few seconds': '00:06', 'half an hour': '30:00' }

/** 2.2.1, 2.2.2: nothing ends, goes or changes by itself; the clock of the page is installed before it is opened. */
export const time: Check = async (page) => {
  const state = () =>
    page.evaluate(() => {
      const main = document.querySelector('main')
      return [
        location.href,
        document.querySelectorAll('dialog[open], [role=alertdialog]').length,
        main?.innerText,
      ].join(' ')
    })
  const before = await state()
  for (const [name, moment] of Object.entries(MOMENTS)) {
    await page.clock.fastForward(moment)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    if ((await state()) !== before) return [`the page is another after ${name}`]
  }
  return []
}
