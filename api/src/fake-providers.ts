import path from 'node:path'
import type { Faults, PostWebhook, Sandbox } from '@site/sandbox'
import type { FastifyBaseLogger } from 'fastify'

export type { Faults, PostWebhook, Sandbox } from '@site/sandbox'

export type FakeProviderOptions = {
  /** Takes the fake providers' webhooks. */
  post: PostWebhook
  /** False where nothing may outlive the process, as in a test. */
  keepsJournal: boolean
  faults?: Faults | undefined
  processingMs?: number | undefined
  log: FastifyBaseLogger
}

/** Loaded only where there are no keys: a shop that takes money runs no line of the sandbox. */
export async function startFakeProviders(dataDir: string, options: FakeProviderOptions): Promise<Sandbox> {
  const { keepsJournal, faults, processingMs, post, log } = options
  const { startSandbox } = await import('@site/sandbox')
  return startSandbox({
    ...(keepsJournal && { journal: path.join(dataDir, 'sandbox', 'providers.jsonl') }),
    ...(faults && { faults }),
    ...(processingMs !== undefined && { processingMs }),
    post,
    log,
  })
}
