import type { PresentPrices } from '@site/shared/contracts/errors'
import { isCourseId } from '@site/shared/course'
import { type ApiResult, recordOf } from '../http/post-json'
import { outcomeOfCode } from './order-status'
import type { PaymentOutcome } from './payment-method'

type Refused = Extract<ApiResult, { kind: 'refused' }>

export async function startRefusal(
  orderId: string,
  result: ApiResult,
  describe: (reason: string | undefined) => string,
): Promise<PaymentOutcome | undefined> {
  if (result.kind !== 'refused') return undefined
  const message = describe(result.message)
  if (result.code === 'similar_order') return { kind: 'similar', message }
  if (result.code === 'price_changed') return { kind: 'repriced', message, lines: pricesIn(result) }
  return outcomeOfCode(orderId, result)
}

function pricesIn({ data }: Refused): PresentPrices['lines'] {
  const { lines } = recordOf(data)
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line) => {
    const { id, price } = recordOf(line)
    const isPrice = price === null || (typeof price === 'number' && price >= 0)
    return isCourseId(id) && isPrice ? [{ id, price }] : []
  })
}
