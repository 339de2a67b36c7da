import { ProviderError, type ProviderErrorKind } from '@site/providers/gateway'
import { eq, sql } from 'drizzle-orm'
import { refunds } from '../database/after-sale-tables'
import { createAfterSale, done, letPass, part, providers } from '../testing/after-sale'
import { HOUR, MINUTE, setUpShop } from '../testing/set-up-shop'

const shop = setUpShop()
const sale = createAfterSale(shop)
const { sweepAt } = shop

const refund = (orderId: string, again?: number) =>
  sale.refund(orderId, again === undefined ? part : { ...part, again })
const refused = (reason: string) => ({ ok: false, reason: expect.stringContaining(reason) })
const isUnknown = refused('not known')

describe.each(providers)('the command that sends £50 back (%s)', (provider) => {
  const sentOnce = [[5_000, done(provider)]]

  // Without an idempotency key, repeating an unanswered command sent £100.
  it('is asked about before the same amount is sent again', async () => {
    const { orderId, id } = await sale.pay(provider)
    expect(await refund(orderId, 1)).toMatchObject(refused('leave --again out'))
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(await refund(orderId)).toMatchObject(refused('1 refund of £50.00 was sent already'))
    expect(await refund(orderId)).toMatchObject(refused('say --again 1.'))
    expect(sale.listRefunds(provider, id)).toHaveLength(1)
    expect(await refund(orderId, 1)).toMatchObject({ ok: true })
    expect(await refund(orderId)).toMatchObject(refused('say --again 2.'))
    expect(await refund(orderId, 2)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toHaveLength(3)
  })

  // "--again" had no limit: after a lost answer the same command refunded once more.
  it('sends it once more, however often it is given with the same --again', async () => {
    const { orderId, id } = await sale.pay(provider)
    await refund(orderId)
    shop.failNext('refund', { when: 'after', how: 'drop' })
    expect(await refund(orderId, 1)).toMatchObject(isUnknown)
    shop.heal()
    await sweepAt(5 * MINUTE)
    expect(await refund(orderId, 1)).toMatchObject(refused('2 refunds of £50.00 were sent already'))
    expect(sale.listRefunds(provider, id)).toHaveLength(2)
  })

  it('finishes what it began with --again, and lets another one wait', async () => {
    const { orderId, id } = await sale.pay(provider)
    await refund(orderId)
    shop.failures.call = ({ action }) => (action === 'refund' ? { when: 'before' } : undefined)
    expect(await refund(orderId, 1)).toMatchObject(isUnknown)
    expect(await refund(orderId, 2)).toMatchObject(refused('under way'))
    shop.heal()
    expect(await refund(orderId, 1)).toMatchObject({ ok: true, state: 'sent' })
    expect(sale.listRefunds(provider, id)).toHaveLength(2)
  })

  // Any answer counted as success: order refunded, buyer informed, nothing sent.
  it('names only refunds that are there: one that failed is none', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.refund = () => 'failed'
    expect((await refund(orderId)).ok).toBe(false)
    expect(await shop.outline(orderId)).toBe('paid: succeeded; order_confirmation')
    shop.heal()
    expect(await refund(orderId, 1)).toMatchObject(refused('leave --again out'))
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toHaveLength(2)
  })

  // A `failed` state made the repeated command use a new key and refund twice.
  it('sends it once where the provider fails after doing it and cannot be looked at', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failures.call = ({ action }) => {
      if (action === 'refund') return { when: 'after' }
      return sale.listRefunds(provider, id).length > 0 ? { when: 'before' } : undefined
    }
    expect(await refund(orderId)).toMatchObject(isUnknown)
    expect((await sale.refundsOf(orderId))[0]?.state).toBe('requested')
    shop.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true, state: 'sent', refundedPence: 5_000 })
    expect(sale.listRefunds(provider, id)).toEqual(sentOnce)
  })

  // Stripe forgets a key after a day: the same command refunded again.
  it('sends it once where the answer was lost and the command comes again later than keys live', async () => {
    const { orderId, id } = await sale.pay(provider)
    shop.failNext('refund', { when: 'after', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    letPass(46 * 24 * HOUR)
    shop.heal()
    expect(await refund(orderId)).toMatchObject({ ok: true })
    expect(sale.listRefunds(provider, id)).toEqual(sentOnce)
  })

  // The list's error was taken for the call's: a new key was used, and the first call arrived late.
  it.each([
    ['the list cannot be read after a call', undefined],
    ['a second call fails while the first', 'refund'],
  ])('sends it once where %s is still on its way', async (_when, failing) => {
    const { orderId, id, chargeId } = await sale.pay(provider)
    shop.failNext('refund', { when: 'before', how: 'drop' })
    expect((await refund(orderId)).ok).toBe(false)
    shop.failures.call = ({ action }) => (failing === undefined || action === failing ? { when: 'before' } : undefined)
    expect((await refund(orderId)).ok).toBe(false)
    shop.heal()
    letPass(5 * MINUTE)
    expect(await refund(orderId)).toMatchObject({ ok: true })
    // The provider carries out the unanswered call late, with its first key.
    const [{ idempotencyKey = '' } = {}] = await sale.refundsOf(orderId)
    const asked = { providerId: id, chargeId, amountPence: part.amountPence, isWhole: false }
    await shop.api.services.gateways[provider].refund({ ...asked, reference: idempotencyKey, idempotencyKey })
    expect(sale.listRefunds(provider, id)).toHaveLength(1)
  })

  // The provider had refunded, and the row that recorded it was lost.
  it.each(['before commit', 'after commit'] as const)(
    'sends it once where our record is lost (%s)',
    async (failure) => {
      const { orderId, id } = await sale.pay(provider)
      shop.failures.refund = () => {
        shop.troubles.losses = [failure]
        return undefined
      }
      await expect(refund(orderId)).rejects.toThrow('lost')
      shop.heal()
      letPass(25 * HOUR)
      await sweepAt(0)
      expect(sale.listRefunds(provider, id)).toEqual(sentOnce)
      expect((await sale.refundsOf(orderId))[0]?.state).toBe('sent')
      expect(await shop.outline(orderId)).toBe('paid: succeeded 50 back; order_confirmation payment_refunded')
    },
  )
})

// Every sweep put the time off after which a key is replaced, and Stripe repeats its own error for a day.
it.each<[string, ProviderErrorKind, number]>([
  ['fails', 'broken', 30],
  ['gives no answer, and fails after that', 'unreachable', 29 * 60],
])('a refund is sent with a new key where Stripe %s', async (_what, first, seconds) => {
  const { orderId } = await sale.pay('stripe')
  const { stripe } = shop.api.services.gateways
  const send = stripe.refund
  const used: string[] = []
  jest.spyOn(stripe, 'refund').mockImplementation(async (asked) => {
    used.push(asked.idempotencyKey)
    if (asked.idempotencyKey !== used[0]) return send(asked)
    throw new ProviderError(used.length === 1 ? first : 'broken', 'Stripe failed')
  })
  expect(await refund(orderId)).toMatchObject(isUnknown)
  for (let turn = 0; turn < 4; turn += 1) {
    const ago = (column: string) => `${column} = ${column} - interval '${seconds} seconds'`
    await shop.change(`update refunds set ${['asked_at', 'created_at', 'next_check_at'].map(ago).join()}`)
    await sweepAt(0)
  }
  expect(new Set(used).size).toBe(2)
  expect((await sale.refundsOf(orderId))[0]?.state).toBe('sent')
})

// Microseconds from an older release made the row look changed, so no call was made.
it('a refund is asked for where an earlier release kept when it had asked', async () => {
  const { orderId, id } = await sale.pay('stripe')
  shop.failNext('refund', { when: 'before', how: 'drop' })
  await refund(orderId)
  const askedAt = sql`date_trunc('second', now()) - interval '4 minutes' + interval '123456 microseconds'`
  await shop.queries().update(refunds).set({ askedAt }).where(eq(refunds.orderId, orderId))
  expect(await refund(orderId)).toMatchObject({ ok: true })
  expect(sale.listRefunds('stripe', id)).toHaveLength(1)
})
