import type { SigningKeys } from '../books/webhooks'

/** What a server's process is started with. */
export type ServerJob = {
  databaseUrl: string
  clockFile: string
  skewMs: number
  keys: SigningKeys
  ports: Record<'stripe' | 'paypal' | 'mail', number>
}
/** What comes of a deed of the world there. */
export type ControlReply = { result?: unknown; refused?: string; failed?: { name: string; text: string } }

export const job = JSON.parse(process.argv[2] ?? '{}') as ServerJob
