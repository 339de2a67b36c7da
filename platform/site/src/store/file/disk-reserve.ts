import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { exists, writeDurably } from '@platform/base/durable/durable'
import { hasErrorCode } from '@platform/base/errors/refusal'
import type { SiteLayout } from '../../model/site-layout'

type Reserved = Pick<SiteLayout, 'reserve'>

/** A lease, a pointer and an entry of the audit log take a few blocks of 4 kB each. */
const RESERVE_BYTES = 128 * 1024

/** Puts bytes aside while there are some. On a full disk that has to wait, and hinders nothing. */
export async function keepReserve({ reserve }: Reserved): Promise<void> {
  if (await exists(reserve)) return
  // Random, so that a file system that compresses puts all of it aside.
  await writeDurably(reserve, randomBytes(RESERVE_BYTES)).catch(() => rm(reserve, { force: true }).catch(() => {}))
}

/**
 * Does what must be possible on a full disk too, because it ends what is wrong with the site: where nothing is left it uses
 * up what was put aside.
 */
export async function withReserve<T>({ reserve }: Reserved, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasErrorCode(error, 'ENOSPC', 'EDQUOT')) throw error
    await rm(reserve, { force: true })
    return work()
  }
}
