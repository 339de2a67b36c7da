import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type PriceList, parsePriceList } from './price-list'

const pointerSchema = Compile(Type.Object({ live: Type.Integer() }))
const compositionSchema = Compile(Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) }))

/**
 * The price list of the live composition in SITE_DIR, for an API that runs apart from the origin.
 * @throws Error when nothing is live there or it has no price list.
 */
export async function readLivePrices(siteDir: string): Promise<PriceList> {
  const pointer: unknown = JSON.parse(await readFile(path.join(siteDir, 'current'), 'utf8'))
  if (!pointerSchema.Check(pointer)) throw new Error(`${siteDir} has no live composition`)
  const file = path.join(siteDir, 'compositions', String(pointer.live), 'composition.json')
  const composition: unknown = JSON.parse(await readFile(file, 'utf8'))
  const prices = compositionSchema.Check(composition) ? parsePriceList(composition.data.catalog) : undefined
  if (!prices) throw new Error(`${file} has no price list`)
  return prices
}

/** Follows what is live: looks again now and then, and keeps the last list that could be read. */
export function followLivePrices(siteDir: string, onFault: (error: unknown) => void, everyMs = 2_000) {
  let prices: PriceList | undefined
  let lastFault = ''
  const look = async () => {
    try {
      prices = await readLivePrices(siteDir)
      lastFault = ''
    } catch (error) {
      if (String(error) !== lastFault) onFault(error)
      lastFault = String(error)
    }
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  return { current: () => prices, look, stop: () => clearInterval(timer) }
}
