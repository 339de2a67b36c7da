import type { Breach } from './ledger/breach'
import { type Plan, planOf } from './plan'
import { shrink } from './shrink'

const breach = (invariant: Breach['invariant']): Breach => ({ invariant, text: '', about: [] })

/** A history that breaks while these are in it. */
const needs =
  (...parts: string[]) =>
  async ({ without }: Plan) => ({ breaches: parts.some((part) => without.has(part)) ? [] : [breach('taken')] })

it('leaves out everything a breach does not need, and nothing that it needs', async () => {
  const { without } = await shrink(planOf(7), 'taken', needs('buyer-2', 'network'))
  expect(without).toContain('buyer-1')
  expect(without).toContain('disputes')
  expect(without).not.toContain('buyer-2')
  expect(without).not.toContain('network')
})

it('keeps a part without which another invariant breaks instead', async () => {
  const run = async ({ without }: Plan) => ({ breaches: [breach(without.has('crashes') ? 'mail' : 'taken')] })
  expect((await shrink(planOf(7), 'taken', run)).without).not.toContain('crashes')
})
