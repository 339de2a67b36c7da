import type { Breach } from './ledger/breach'
import { leftOutParts, type Plan } from './plan'

type Run = (plan: Plan) => Promise<{ breaches: readonly Breach[] }>

/**
 * The smallest history found that still breaks the same invariant: without buyers, kinds of trouble and days that it does
 * not need. Everybody has a stream of chance of their own, so that leaving one out leaves the others as they were.
 */
export async function shrink(plan: Plan, broken: string, run: Run): Promise<Plan> {
  let smallest = plan
  const tryOut = async (smaller: Plan) => {
    const { breaches } = await run(smaller)
    if (breaches.some(({ invariant }) => invariant === broken)) smallest = smaller
  }
  const buyers = Array.from({ length: plan.buyers }, (_, index) => `buyer-${index + 1}`)
  for (const part of [...buyers, ...leftOutParts]) {
    if (smallest.without.has(part)) continue
    await tryOut({ ...smallest, without: new Set([...smallest.without, part]) })
  }
  return smallest
}
