import { afterSale } from './after-sale.mjs'
import { approvals } from './approvals.mjs'
import { books } from './books.mjs'
import { papers } from './papers.mjs'
import { refunds } from './refunds.mjs'
import { settling } from './settling.mjs'
import { sweeping } from './sweeping.mjs'

/**
 * Mistakes of one small change each, to be planted in the shop's code when it is bundled. `find` stands once in `file`, below
 * `api/src`; `caughtBy` are the invariants of which one must break.
 */
export const plants = [...approvals, ...settling, ...sweeping, ...refunds, ...papers, ...afterSale, ...books]
