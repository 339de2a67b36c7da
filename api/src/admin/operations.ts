import type { Paper } from '@site/papers/paper'
import { formatPence, type Pence } from '@site/shared/money'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Attention, findAttention } from '../attention/attention'
import { AdminRefusal } from '../errors/api-error'
import { listOrders, type OrderRecord, type OrderSummary, showOrder } from '../orders/order-views'
import type { PaymentServices } from '../payments/shared/payment-services'
import { erasePerson } from '../personal-data/erase-person'
import { exportPerson, type PersonalData } from '../personal-data/export-person'
import { reconcile } from '../reconciliation/reconcile'
import { keepRefundByHand, refundPayment } from '../refunds/refund-payment'
import { examineWebhooks, type WebhookReport } from './examine-webhooks'
import { exportSales } from './export-sales'
import { cancelOrder, confirmOrder, correctEmail, dismiss, resendMail } from './order-actions'
import { creditCharged, papersOfDays, reissue } from './paper-actions'

const text = Type.String({ minLength: 1, maxLength: 500 })
const person = { actor: Type.String({ minLength: 1, maxLength: 100 }), reason: text }
const count = Type.Integer({ minimum: 1 })
const amount = Type.Unsafe<Pence>(count)
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const strict = { additionalProperties: false }

const schema = Type.Union([
  Type.Object({ do: Type.Literal('attention') }, strict),
  Type.Object(
    { do: Type.Literal('list'), state: Type.Optional(text), before: Type.Optional(text), limit: count },
    strict,
  ),
  Type.Object({ do: Type.Literal('show'), orderId: text }, strict),
  Type.Object({ do: Type.Literal('confirm'), orderId: text, ...person }, strict),
  Type.Object({ do: Type.Literal('cancel'), orderId: text, ...person }, strict),
  Type.Object({ do: Type.Literal('resend-mail'), orderId: text, ...person }, strict),
  Type.Object(
    {
      do: Type.Literal('refund'),
      orderId: text,
      amountPence: Type.Optional(amount),
      again: Type.Optional(count),
      isByHand: Type.Optional(Type.Boolean()),
      ...person,
    },
    strict,
  ),
  Type.Object({ do: Type.Literal('correct-email'), orderId: text, email: text, ...person }, strict),
  Type.Object({ do: Type.Literal('receipts'), from: day, to: day }, strict),
  Type.Object(
    {
      do: Type.Literal('reissue'),
      number: text,
      name: Type.Optional(text),
      address: Type.Optional(Type.Array(text, { maxItems: 8 })),
      ...person,
    },
    strict,
  ),
  Type.Object({ do: Type.Literal('credit'), number: text, ...person }, strict),
  Type.Object({ do: Type.Literal('dismiss'), id: text, ...person }, strict),
  Type.Object({ do: Type.Literal('reconcile'), sinceMs: count }, strict),
  Type.Object({ do: Type.Literal('webhooks'), isCreating: Type.Optional(Type.Literal(true)) }, strict),
  Type.Object({ do: Type.Literal('sales'), from: day, to: day }, strict),
  Type.Object({ do: Type.Literal('export'), email: text }, strict),
  Type.Object({ do: Type.Literal('erase'), email: text, ...person }, strict),
  Type.Object({ do: Type.Literal('backup'), file: text }, strict),
])

/** What the owner asks of the shop; those that change something name who wants it and why. */
export type Operation = Type.Static<typeof schema>
/** What comes of each; where it is a text, it is one sentence for whoever asked. */
export type OperationResult = {
  attention: Attention
  list: OrderSummary[]
  show: OrderRecord
  confirm: string
  cancel: string
  'resend-mail': string
  'correct-email': string
  receipts: Paper[]
  reissue: string
  credit: string
  refund: string
  dismiss: string
  reconcile: string[]
  webhooks: WebhookReport[]
  /** CSV. */
  sales: string
  export: PersonalData
  erase: string
  backup: string
}

const checker = Compile(schema)

export function parseOperation(value: unknown): Operation | undefined {
  return checker.Check(value) ? value : undefined
}

export type AdminServices = PaymentServices & {
  /** Writes a copy of the embedded database into a file; absent with a server, which has tools of its own. */
  backUp?: ((file: string) => Promise<string>) | undefined
}

/** @throws AdminRefusal when it cannot be done. */
export async function runOperation(services: AdminServices, operation: Operation): Promise<unknown> {
  const queries = services.database.queries()
  switch (operation.do) {
    case 'attention':
      return findAttention(queries)
    case 'list':
      return listOrders(queries, operation)
    case 'show':
      return showOrder(queries, operation.orderId)
    case 'confirm':
      return confirmOrder(services, operation.orderId, personOf(operation))
    case 'cancel':
      return cancelOrder(services, operation.orderId, personOf(operation))
    case 'resend-mail':
      return resendMail(services, operation.orderId, personOf(operation))
    case 'correct-email':
      return correctEmail(services, operation.orderId, operation.email, personOf(operation))
    case 'receipts':
      return papersOfDays(queries, operation)
    case 'reissue':
      return reissueAs(services, operation)
    case 'credit':
      return creditCharged(services, operation.number, personOf(operation))
    case 'refund':
      return refund(services, operation)
    case 'dismiss':
      return dismiss(services, operation.id, personOf(operation))
    case 'reconcile':
      return reconcile(services, { since: new Date(Date.now() - operation.sinceMs) })
    case 'webhooks':
      return examineWebhooks(services, operation.isCreating === true)
    case 'sales':
      return exportSales(queries, operation)
    case 'export':
      return exportPerson(queries, operation.email)
    case 'erase':
      return erasePerson(services, operation.email, personOf(operation))
    case 'backup':
      if (!services.backUp)
        throw new AdminRefusal('A PostgreSQL server is backed up by pg_dump: see docs/how-to/backup-and-restore.md.')
      return services.backUp(operation.file)
  }
}

async function refund(services: PaymentServices, operation: Extract<Operation, { do: 'refund' }>): Promise<string> {
  const { orderId, amountPence, again, isByHand = false } = operation
  const asked = { ...(amountPence !== undefined && { amountPence }), ...(again !== undefined && { again }) }
  const request = { ...personOf(operation), ...asked }
  const result = await (isByHand ? keepRefundByHand : refundPayment)(services, orderId, request)
  if (!result.ok) throw new AdminRefusal(result.reason)
  const amount = `${formatPence(result.refundedPence)} of order ${orderId}`
  if (isByHand) return `${amount} is kept as sent back by hand. The provider sends nothing, and nobody is written to.`
  if (result.state === 'pending') {
    return `${amount} is on its way: the provider has not sent it yet. "orders" lists it until it has.`
  }
  return `${amount} was sent back${services.isMailed ? ', and its buyer will be told' : ''}.`
}

function reissueAs(services: PaymentServices, operation: Extract<Operation, { do: 'reissue' }>): Promise<string> {
  const { number, name, address } = operation
  const customer = { ...(name !== undefined && { name }), ...(address !== undefined && { address }) }
  return reissue(services, number, customer, personOf(operation))
}

/** Nothing else of the request may reach an event. */
function personOf({ actor, reason }: { actor: string; reason: string }) {
  return { actor, reason }
}
