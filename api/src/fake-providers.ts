import path from 'node:path'
import type { Failures, PostWebhook, Sandbox } from '@site/sandbox'
import type { FastifyBaseLogger } from 'fastify'

export type { Failures, PostWebhook, Sandbox } from '@site/sandbox'

export type FakeProviderOptions = {
  /** Takes the fake providers' webhooks. */
  post: PostWebhook
  /** False where nothing may outlive the process, as in a test. */
  keepsJournal: boolean
  failures?: Failures | undefined
  processingMs?: number | undefined
  log: FastifyBaseLogger
}

/** Loaded only where there are no keys: a shop that takes money runs no line of the sandbox. */
export async function startFakeProviders(dataDir: string, options: FakeProviderOptions): Promise<Sandbox> {
  const { keepsJournal, failures, processingMs, post, log } = options
  const { startSandbox } = await import('@site/sandbox')
  return startSandbox({
    ...(keepsJournal && { journal: path.join(dataDir, 'sandbox', 'providers.jsonl') }),
    ...(failures && { failures }),
    ...(processingMs !== undefined && { processingMs }),
    post,
    log,
  })
}
