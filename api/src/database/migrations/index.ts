/// <reference path="../sql.d.ts" />
import firstRelease from './0000_first_release.sql'
import afterTheSale from './0001_after_the_sale.sql'
import paymentQueues from './0002_payment_queues.sql'
import reasons from './0003_reasons.sql'
import refundsAndDisputes from './0004_refunds_and_disputes.sql'
import ledger from './0005_ledger.sql'
import accountsThatLast from './0006_accounts_that_last.sql'
import papers from './0007_papers.sql'
import awaitedPayments from './0008_awaited_payments.sql'
import withoutProviderBooks from './0009_without_provider_books.sql'
import paymentStates from './0010_payment_states.sql'
import skippedNumbers from './0011_skipped_numbers.sql'
import desk from './0012_desk.sql'
import bookings from './0013_bookings.sql'
import company from './0014_company.sql'
import ordersFollowAccounts from './0015_orders_follow_accounts.sql'
import indexesForGrowth from './0016_indexes_for_growth.sql'

export type Migration = { tag: string; sql: string }

/** Bundled into the program; a test compares them with drizzle-kit's journal. */
export const migrations: readonly Migration[] = [
  { tag: '0000_first_release', sql: firstRelease },
  { tag: '0001_after_the_sale', sql: afterTheSale },
  { tag: '0002_payment_queues', sql: paymentQueues },
  { tag: '0003_reasons', sql: reasons },
  { tag: '0004_refunds_and_disputes', sql: refundsAndDisputes },
  { tag: '0005_ledger', sql: ledger },
  { tag: '0006_accounts_that_last', sql: accountsThatLast },
  { tag: '0007_papers', sql: papers },
  { tag: '0008_awaited_payments', sql: awaitedPayments },
  { tag: '0009_without_provider_books', sql: withoutProviderBooks },
  { tag: '0010_payment_states', sql: paymentStates },
  { tag: '0011_skipped_numbers', sql: skippedNumbers },
  { tag: '0012_desk', sql: desk },
  { tag: '0013_bookings', sql: bookings },
  { tag: '0014_company', sql: company },
  { tag: '0015_orders_follow_accounts', sql: ordersFollowAccounts },
  { tag: '0016_indexes_for_growth', sql: indexesForGrowth },
]
