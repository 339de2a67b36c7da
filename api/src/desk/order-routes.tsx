import { AdminRefusal } from '../errors/api-error'
import { ActionPage, DonePage } from './action-pages'
import { actions } from './actions'
import { ChangesPage, ListPage } from './list-pages'
import { OrderPage } from './order-page'
import type { Routes } from './routes'

const PAGE_SIZE = 25
const MAX_CHANGES = 200

export function registerOrders({ ask, page, form, change }: Routes): void {
  page('/', async (visitor, { query }) => {
    const { text = '', state = '', day = '', before } = query
    const given = Object.entries({ text: text.trim(), state, day, before }).filter(([, value]) => value)
    const list = { do: 'list' as const, limit: PAGE_SIZE + 1, ...Object.fromEntries(given) }
    const [attention, found] = await Promise.all([ask({ do: 'attention' }), ask(list)])
    const next = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1]?.orderId : undefined
    const orders = found.slice(0, PAGE_SIZE)
    return <ListPage {...{ visitor, attention, orders, search: { text, state, day }, next }} />
  })

  page('/orders/:id', async (visitor, { params }) => {
    const [order, booking, attention] = await Promise.all([
      ask({ do: 'show', orderId: params.id }),
      ask({ do: 'booking', orderId: params.id }),
      ask({ do: 'attention' }),
    ])
    const needs = attention.orders.find(({ orderId }) => orderId === params.id)
    const offered = Object.entries(actions).filter(
      ([name, { isOffered }]) => visitor.role === 'owner' && isOffered(order) && (name !== 'dismiss' || needs),
    )
    return <OrderPage visitor={visitor} needs={needs} order={order} booking={booking} actions={offered} />
  })

  const readAction = async ({ id, action: name }: { id: string; action: string }) => {
    const action = Object.hasOwn(actions, name) && actions[name]
    if (!action) throw new AdminRefusal('The desk has no such action.')
    return { action, order: await ask({ do: 'show', orderId: id }), address: `/desk/orders/${id}/${name}` }
  }

  form('/orders/:id/:action', async (visitor, { params }) => (
    <ActionPage visitor={visitor} {...(await readAction(params))} />
  ))

  change('/orders/:id/:action', async (visitor, { params, body }, reply) => {
    const asked = await readAction(params)
    const { action, order } = asked
    const { formToken: _, isSeen, reason = '', ...fields } = body
    const shown = { ...asked, visitor, fields: { ...fields, reason } }
    try {
      const review = isSeen ? undefined : action.review?.(order, fields)
      if (review) return <ActionPage {...shown} review={review} />
      const person = { actor: visitor.name, reason: reason.trim() || action.title }
      const message = String(await ask(action.operation(order, fields, person)))
      return <DonePage {...{ visitor, order, message }} />
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error
      const done = isSeen && action.isDone?.(await ask({ do: 'show', orderId: params.id }), fields)
      if (done) return <DonePage {...{ visitor, order, message: done }} />
      reply.status(409)
      return <ActionPage {...shown} refusal={error.message} />
    }
  })

  change('/cases/:id', async (visitor, { params, body }) => {
    const reason = body.reason?.trim() || 'settled'
    const message = await ask({ do: 'dismiss', id: params.id, actor: visitor.name, reason })
    return <DonePage {...{ visitor, message }} />
  })

  page('/changes', async (visitor) => (
    <ChangesPage visitor={visitor} changes={await ask({ do: 'changes', limit: MAX_CHANGES })} />
  ))
}
