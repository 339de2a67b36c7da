import type { OrderReply } from '@site/shared/contracts/own-account'
import { formatPounds } from '@site/shared/money'
import classes from './own-account.module.css'

type Tone = 'good' | 'plain' | 'open'

const words: Readonly<Record<OrderReply['state'], readonly [Tone, string]>> = {
  created: ['open', 'Not paid'],
  pending: ['open', 'Not paid'],
  processing: ['open', 'Payment being processed'],
  paid: ['good', 'Paid'],
  failed: ['open', 'Not paid: payment declined'],
  cancelled: ['plain', 'Cancelled'],
  needs_attention: ['open', 'Being checked by us'],
  refunded: ['plain', 'Refunded'],
  charged_back: ['plain', 'Payment taken back by the bank'],
}

export function OrderState({ state, refunded }: Pick<OrderReply, 'state' | 'refunded'>) {
  const [tone, text] = words[state]
  const isPartly = state === 'paid' && refunded > 0
  return (
    <span className={classes.state} data-tone={tone}>
      {isPartly ? `Paid, ${formatPounds(refunded)} refunded` : text}
    </span>
  )
}
