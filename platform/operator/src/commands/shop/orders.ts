import type { Command } from '../../command/command'
import { runOrders } from '../../orders/run-orders'

/** The owner's commands have options of their own. */
export const orders: Command = {
  usage: ['site orders [list|show|refund|…]         what needs a person, and the owner\'s commands ("orders help")'],
  run: runOrders,
}
