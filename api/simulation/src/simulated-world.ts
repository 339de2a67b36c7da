import type { Sandbox } from '@site/sandbox'
import type { Statements } from './checks/page-statements'
import type { Plan } from './plan'
import type { ProviderTrouble } from './providers/providers'
import type { createMailServer, MailTrouble } from './shop/mail-server'
import type { Shop } from './shop/servers'

export type World = {
  plan: Plan
  shop: Shop
  sandbox: Sandbox
  mailServer: ReturnType<typeof createMailServer>
  statements: Statements
  trouble: { providers: ProviderTrouble; mail: MailTrouble }
  /** True time at which trouble ends. */
  healsAt: number
  /** Errors without an invariant, such as a 500. */
  problems: string[]
  confirmed: Set<string>
}
