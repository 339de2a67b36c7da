import { readOrdersToCheck } from '@site/api/operator'
import { defineCommand } from '../command'
import { formatOrders } from '../format-orders'

export const orders = defineCommand({
  usage: ['site orders [--json]                     orders that need a person, and why'],
  options: { json: { type: 'boolean' } },
  async run({ values }, { database, print }) {
    const found = await readOrdersToCheck(database)
    print(values.json ? JSON.stringify(found, null, 2) : formatOrders(found))
  },
})
