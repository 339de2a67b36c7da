import type { OrderListReply } from '@site/shared/contracts/own-account'
import { useEffect, useState } from 'react'
import { listOrders } from './account-calls'

type Orders = OrderListReply & { isBusy: boolean; failure: { message: string } | undefined }

export function useOrders() {
  const [{ orders, hasMore, isBusy, failure }, setState] = useState<Orders>({
    orders: [],
    hasMore: false,
    isBusy: true,
    failure: undefined,
  })

  async function read(known: OrderListReply['orders'], isPresent = () => true) {
    const outcome = await listOrders(known.at(-1)?.orderId)
    if (!isPresent()) return
    const next = outcome.ok ? outcome.value : { orders: [], hasMore: false }
    setState({
      orders: [...known, ...next.orders],
      hasMore: next.hasMore,
      isBusy: false,
      failure: outcome.ok ? undefined : { message: outcome.message },
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the list is first shown
  useEffect(() => {
    let isPresent = true
    void read([], () => isPresent)
    return () => {
      isPresent = false
    }
  }, [])

  function readMore() {
    setState({ orders, hasMore, isBusy: true, failure: undefined })
    void read(orders)
  }

  return { orders, hasMore, isBusy, failure, readMore }
}
