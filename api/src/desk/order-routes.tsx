import { AdminRefusal } from '../errors/api-error'
import { actions, type OrderAction } from './actions'
import type { Routes } from './routes'
import { ActionPage, DonePage } from './views/action-pages'
import { ChangesPage, ListPage } from './views/list-pages'
import { OrderPage } from './views/order-page'

const PAGE_SIZE = 25
const MAX_CHANGES = 200

export function registerOrders({ ask, page, change }: Routes): void {
  page('/', async (visitor, { query }) => {
    const { text = '', state = '', day = '', before } = query
    const limit = PAGE_SIZE + 1
    const [attention, found] = await Promise.all([
      ask({ do: 'attention' }),
      ask({
        ...{ do: 'list' as const, limit },
        ...(text.trim() && { text: text.trim() }),
        ...(state && { state }),
        ...(day && { day }),
        ...(before && { before }),
      }),
    ])
    const next = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1]?.orderId : undefined
    const search = { text, state, day }
    return (
      <ListPage
        visitor={visitor}
        attention={attention}
        orders={found.slice(0, PAGE_SIZE)}
        search={search}
        next={next}
      />
    )
  })

  page('/orders/:id', async (visitor, { params }) => {
    const order = await ask({ do: 'show', orderId: params.id })
    const offered = Object.entries(actions).filter(([, { isOffered }]) => visitor.role === 'owner' && isOffered(order))
    return <OrderPage visitor={visitor} order={order} actions={offered} />
  })

  change('/orders/:id/:action', async (visitor, request, reply) => {
    const { id, action: name } = request.params
    const action = actionNamed(name)
    const order = await ask({ do: 'show', orderId: id })
    const address = `/desk/orders/${id}/${name}`
    if (request.method === 'GET') return <ActionPage {...{ visitor, order, action, address }} />
    const { formToken: _, isSeen, reason = '', ...fields } = request.body
    const review = isSeen ? undefined : action.review?.(order, fields)
    if (review) return <ActionPage {...{ visitor, order, action, address, review, fields: { ...fields, reason } }} />
    try {
      const person = { actor: visitor.email, reason: reason.trim() || action.title }
      const message = String(await ask(action.operation(order, fields, person)))
      return <DonePage {...{ visitor, order, message }} />
    } catch (error) {
      if (!(error instanceof AdminRefusal)) throw error
      const done = action.isDone?.(await ask({ do: 'show', orderId: id }), fields)
      if (done) return <DonePage {...{ visitor, order, message: done }} />
      reply.status(409)
      return <ActionPage {...{ visitor, order, action, address, fields, refusal: error.message }} />
    }
  })

  change('/cases/:id', async (visitor, { params, body }) => {
    const reason = body?.reason?.trim() || 'settled'
    const message = await ask({ do: 'dismiss', id: params.id, actor: visitor.email, reason })
    return <DonePage {...{ visitor, message }} />
  })

  page('/changes', async (visitor) => (
    <ChangesPage visitor={visitor} changes={await ask({ do: 'changes', limit: MAX_CHANGES })} />
  ))
}

function actionNamed(name: string): OrderAction {
  const action = Object.hasOwn(actions, name) && actions[name]
  if (!action) throw new AdminRefusal('The desk has no such action.')
  return action
}
