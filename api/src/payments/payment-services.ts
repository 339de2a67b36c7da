import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database'
import type { PriceList } from '../orders/price-list'
import type { Gateways } from './gateway'

/** What every payment function works with. */
export type PaymentServices = {
  database: Database
  gateways: Gateways
  /** Of the live composition; `undefined` while there is none. */
  priceList: () => PriceList | undefined
  /** Whether a new payment may begin. */
  hasDiskSpace: () => Promise<boolean>
  /** The right-hand side of message ids. */
  mailDomain: string
  log: FastifyBaseLogger
}
