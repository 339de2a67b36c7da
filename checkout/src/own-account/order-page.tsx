import { company } from '@site/shared/company'
import type { OrderReply } from '@site/shared/contracts/own-account'
import { Link, useParams } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { readOrder } from './account-calls'
import { NotHere } from './not-here'
import { OrderFacts } from './order-facts'
import classes from './order-page.module.css'
import { useOwn } from './use-own'

const ID = /^order_[A-Za-z0-9_-]{6,64}$/
const none = {
  ok: false,
  reason: 'not_found',
  message: `There is no such order in your account. If you think there is, call ${company.phone.display}.`,
} as const

export default function OrderPage() {
  const { id = '' } = useParams()
  return <OneOrder key={id} id={id} />
}

function OneOrder({ id }: { id: string }) {
  const { reading, retry } = useOwn<OrderReply>(async () => {
    if (!ID.test(id)) return none
    const outcome = await readOrder(id)
    return !outcome.ok && outcome.reason === 'not_found' ? none : outcome
  })
  return (
    <>
      <PageHead
        title="Your order"
        description="What you ordered, what was paid for it, and what was sent back to you."
        noindex
      />
      <PageOpening title="Your order" lead="What you ordered, what was paid, and what was sent back.">
        <p>
          <Link to={paths.account}>Back to your account</Link>
        </p>
      </PageOpening>
      <div className={classes.content}>
        {reading.state === 'read' ? (
          <OrderFacts order={reading.value} />
        ) : (
          <NotHere reading={reading} what="your order" onRetry={retry} />
        )}
      </div>
    </>
  )
}
