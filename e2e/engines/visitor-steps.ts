import { until, type Visitor } from './engine'
import { byName, isHydrated, place, says } from './page-parts'

/** What a visitor does, one step after the other, and what is seen. */
export type Step = readonly [name: string, take: (visitor: Visitor) => Promise<void>]

export const link = (visitor: Visitor, name: string, within = 'body') =>
  visitor.find(byName, { selector: 'a', name, within }).then((found) => found.click())
export const button = (visitor: Visitor, name: string, within = 'body') =>
  visitor.find(byName, { selector: 'button', name, within }).then((found) => found.click())
export const fill = (visitor: Visitor, name: string, text: string) =>
  visitor.find(byName, { selector: 'input', name }).then((found) => found.type(text))
export const seesText = (visitor: Visitor, text: string) =>
  until(`the page says "${text}"`, async () => visitor.ask(says, text))
export const isAt = (visitor: Visitor, address: string) =>
  until(`the address is ${address}`, async () => (await visitor.ask(place, null)) === address)
export const hydrated = (visitor: Visitor) => until('the page is alive', async () => visitor.ask(isHydrated, null))
