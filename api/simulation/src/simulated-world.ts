import type { Sandbox } from '@site/sandbox'
import type { Promises } from './ledger/promises'
import type { Plan } from './plan'
import type { ProviderTrouble } from './providers/providers'
import type { createMailServer, MailTrouble } from './shop/mail-server'
import type { Shop } from './shop/servers'

/** Everything one history has, for the actors and for the judges. */
export type World = {
  plan: Plan
  shop: Shop
  sandbox: Sandbox
  mailServer: ReturnType<typeof createMailServer>
  promises: Promises
  trouble: { providers: ProviderTrouble; mail: MailTrouble }
  /** When trouble ends, by the true clock. */
  healsAt: number
  /** What no invariant is needed to see, such as an answer of 500. */
  problems: string[]
  /** Held orders that the owner has confirmed. */
  confirmed: Set<string>
}
