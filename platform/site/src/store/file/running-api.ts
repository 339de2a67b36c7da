import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { replaceFile } from '@platform/base/durable/durable'
import { isProcessGone, startOf } from '@platform/base/durable/process-state'
import { apiCalls } from '@site/shared/contracts/calls'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SiteLayout } from '../../model/site-layout'
import type { KnownApi } from '../site-copy'

const schema = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()))
const call = Type.Object({ accepts: schema, answers: schema, refuses: schema })
const checker = Compile(
  Type.Object({
    pid: Type.Integer(),
    host: Type.String(),
    startedAt: Type.Optional(Type.String()),
    calls: Type.Record(Type.String(), call),
  }),
)

/** The origin writes at its start what its API accepts, so that the operator's command compares with what runs. */
export async function announceApiCalls({ apiCalls: file }: SiteLayout): Promise<void> {
  const announced = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid), calls: apiCalls }
  await replaceFile(file, JSON.stringify(announced))
}

/** What the running API accepts; without one, what the API of this program would. */
export async function readApiCalls({ apiCalls: file }: SiteLayout): Promise<KnownApi> {
  const json = await readFile(file, 'utf8').catch(() => undefined)
  const announced = json === undefined ? undefined : parse(json)
  return announced && !isProcessGone(announced)
    ? { calls: announced.calls, of: 'running' }
    : { calls: apiCalls, of: 'program' }
}

function parse(json: string) {
  try {
    const value: unknown = JSON.parse(json)
    return checker.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
