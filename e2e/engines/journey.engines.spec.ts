import { test } from '@playwright/test'
import { expectPaidOnce, newBuyer } from '../support/checkout'
import { readLink } from '../support/mail-links'
import { accountLife } from './account-life'
import { engines } from './engines'
import { journey } from './journey'
import { pageText } from './page-parts'

for (const { name, open } of engines) {
  test(`${name}: the buyer's journey, from the film to the thanks, and the life of the account after it`, async ({
    baseURL,
    request,
  }) => {
    // A buyer of its own: the shop asks a known one whether the same course is wanted a second time.
    const buyer = newBuyer()
    const visitor = await open()
    test.info().annotations.push({ type: 'engine', description: visitor.version })
    try {
      for (const [step, take] of journey(baseURL ?? '', buyer)) await test.step(step, () => take(visitor))
      const [, orderId = ''] = /#(order_\S+) has been confirmed/.exec(String(await visitor.ask(pageText, null))) ?? []
      await expectPaidOnce(request, orderId, buyer, '114.00')
      const linkOf = (kind: string, email: string) => readLink(request, kind, email)
      for (const [step, take] of accountLife(baseURL ?? '', buyer, linkOf)) await test.step(step, () => take(visitor))
    } catch (error) {
      const body = String(await visitor.ask(pageText, null).catch((reason) => reason))
      await test.info().attach('the page', { body, contentType: 'text/plain' })
      throw error
    } finally {
      await visitor.close()
    }
  })
}
