import type { OrderListReply } from '@site/shared/contracts/own-account'
import { formatPounds } from '@site/shared/money'
import { Link } from '@site/shared/navigation'
import { orderPath, paths } from '@site/shared/paths'
import { Button, ButtonLink, Spinner } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { Alert } from '../form/alert'
import { listOrders } from './account-calls'
import classes from './account-page.module.css'
import { dateOf } from './dates'
import { OrderState } from './order-state'

export function OrderList({ isEmailConfirmed }: { isEmailConfirmed: boolean }) {
  const { orders, hasMore, isBusy, failure, readMore } = useOrders()
  return (
    <section aria-labelledby="orders-title">
      <h2 className={classes.title} id="orders-title">
        Your orders
      </h2>
      {orders.length > 0 && (
        <ul className={classes.list}>
          {orders.map((order) => (
            <li key={order.orderId} className={classes.order}>
              <h3 className={classes.courses}>
                <Link to={orderPath(order.orderId)}>{order.titles.join(', ') || 'Payment without courses'}</Link>
              </h3>
              <p className={classes.total}>{formatPounds(order.total)}</p>
              <p className={classes.facts}>
                {`${dateOf(order.placedAt)}${order.places > 0 ? `, ${order.places === 1 ? '1 place' : `${order.places} places`}` : ''}`}
                <br />
                {order.orderId}
              </p>
              <p className={classes.state}>
                <OrderState state={order.state} refunded={order.refunded} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {failure && <Alert occasion={failure}>{failure.message}</Alert>}
      {isBusy && <Spinner label="Loading your orders…" />}
      {orders.length === 0 && !isBusy && !failure && <NoOrders isEmailConfirmed={isEmailConfirmed} />}
      {!isBusy && (hasMore || failure) && (
        <Button variant="secondary" onClick={readMore}>
          {failure ? 'Try again' : 'Show older orders'}
        </Button>
      )}
    </section>
  )
}

function NoOrders({ isEmailConfirmed }: { isEmailConfirmed: boolean }) {
  return (
    <div className={classes.none}>
      <p>
        {isEmailConfirmed
          ? 'There are no orders with your email address yet.'
          : 'Orders appear here once your email address is confirmed.'}
      </p>
      <ButtonLink to={paths.courses}>Browse Courses</ButtonLink>
    </div>
  )
}

type Orders = OrderListReply & { isBusy: boolean; failure: { message: string } | undefined }

function useOrders() {
  const [state, setState] = useState<Orders>({ orders: [], hasMore: false, isBusy: true, failure: undefined })

  async function read(known: OrderListReply['orders']) {
    const outcome = await listOrders(known.at(-1)?.orderId)
    const next = outcome.ok ? outcome.value : { orders: [], hasMore: false }
    setState({
      orders: [...known, ...next.orders],
      hasMore: next.hasMore,
      isBusy: false,
      failure: outcome.ok ? undefined : outcome,
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the list is first shown
  useEffect(() => void read([]), [])

  function readMore() {
    setState({ ...state, isBusy: true, failure: undefined })
    void read(state.orders)
  }

  return { ...state, readMore }
}
