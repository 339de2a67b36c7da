import type { Buyer } from '../support/checkout'
import { until } from './engine'
import { byName, filmAt, inCard, isMarked, markDocument } from './page-parts'
import { button, fill, hydrated, isAt, link, type Step, seesText } from './visitor-steps'

/** What a buyer does, from the film to the thanks; written once for every engine. */
export function journey(site: string, buyer: Buyer): Step[] {
  return [
    [
      'the film plays (R41)',
      async (visitor) => {
        await visitor.open(`${site}/`)
        await hydrated(visitor)
        const start = await until('the film plays', async () => Number(await visitor.ask(filmAt, null)))
        // It may have begun anew.
        await until('the film goes on', async () => ![0, start].includes(Number(await visitor.ask(filmAt, null))))
      },
    ],
    [
      'a client navigation leads to the courses (R4)',
      async (visitor) => {
        await visitor.ask(markDocument, null)
        await link(visitor, 'Our Services')
        await isAt(visitor, '/courses')
        await seesText(visitor, '27 courses found')
        if (!(await visitor.ask(isMarked, null))) throw new Error('The document was loaded anew')
      },
    ],
    [
      'a search finds a course (R60)',
      async (visitor) => {
        const search = await visitor.find(
          (placeholder: string) => document.querySelector(`input[placeholder="${placeholder}"]`),
          'Search courses...',
        )
        await search.type('abrasive')
        await seesText(visitor, '1 courses found')
      },
    ],
    [
      'a filter shows its courses (R55)',
      async (visitor) => {
        await visitor.open(`${site}/courses`)
        await hydrated(visitor)
        await link(visitor, 'Food Safety', 'main nav')
        await isAt(visitor, '/courses?category=food')
        await seesText(visitor, '3 courses found')
      },
    ],
    [
      'a course goes into the cart (R67)',
      async (visitor) => {
        const add = { title: 'Level 2 Food Safety & Hygiene', button: 'Add to Cart' }
        await visitor.find(inCard, add).then((found) => found.click())
        await visitor.find(byName, { selector: 'header a', name: 'Cart 1 item' })
      },
    ],
    [
      'the details of a course open in a dialog (R71, R74)',
      async (visitor) => {
        await visitor.open(`${site}/courses/citb-ssp`)
        await hydrated(visitor)
        const details = await visitor.find(
          (name: RegExp['source']) =>
            [...document.querySelectorAll('main button')].find(({ textContent, ariaLabel }) =>
              new RegExp(name, 'i').test(ariaLabel ?? textContent ?? ''),
            ),
          '^view details',
        )
        await details.click()
        await visitor.find((selector: string) => document.querySelector(selector), 'dialog[open] h2')
        await button(visitor, 'Close', 'dialog[open]')
        await until('the dialog is closed', async () =>
          visitor.ask(() => !document.querySelector('dialog[open]'), null),
        )
      },
    ],
    [
      'the cart leads to the checkout (R28, R97)',
      async (visitor) => {
        await visitor.open(`${site}/cart`)
        await hydrated(visitor)
        await seesText(visitor, 'Level 2 Food Safety & Hygiene')
        await link(visitor, 'Proceed to Checkout', 'main')
        await isAt(visitor, '/checkout')
        await hydrated(visitor)
      },
    ],
    [
      'a test card pays (R146)',
      async (visitor) => {
        await fill(visitor, 'First Name', buyer.firstName)
        await fill(visitor, 'Last Name', buyer.lastName)
        await fill(visitor, 'Email Address', buyer.email)
        await fill(visitor, 'Card number', '4242424242424242')
        await fill(visitor, 'Expiry date', '1234')
        await fill(visitor, 'Security code', '123')
        const pay = await visitor.find(
          (start: string) =>
            [...document.querySelectorAll('main button')].find((it) => it.textContent?.trim().startsWith(start)),
          'Pay £',
        )
        await pay.click()
        await seesText(visitor, 'Thank you for your order!')
        await seesText(visitor, `A confirmation has been sent to ${buyer.email}.`)
      },
    ],
  ]
}
