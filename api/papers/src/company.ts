import { company, setCompany } from '@site/shared/company'
import type { ShopFacts } from '@site/shared/company-fields'
import { desc } from 'drizzle-orm'
import type { Supplier } from './paper'
import { companyChanges, type PaperQueries } from './tables'

type Reading = Pick<PaperQueries, 'select'>

export function listCompanyChanges(queries: Reading, limit: number) {
  return queries.select().from(companyChanges).orderBy(desc(companyChanges.version)).limit(limit)
}

/** Each mail and paper reads the facts: another origin or a command may have changed them. */
export async function loadCompany(queries: Reading): Promise<ShopFacts> {
  const [last] = await listCompanyChanges(queries, 1)
  const facts = last?.facts ?? {}
  setCompany(facts)
  return facts
}

/** Zeros until it is known: `doctor` warns about them. */
export function vatNumberOf({ vatNumber }: ShopFacts): string {
  return vatNumber ?? (process.env.VAT_NUMBER || 'GB 000 0000 00')
}

/** For receipts (VAT Regulations 1995, regulation 14). */
export async function readSupplier(queries: Reading): Promise<Supplier> {
  const vatNumber = vatNumberOf(await loadCompany(queries))
  const { name, address, registrationNumber, email, phone } = company
  const contact = { email, phone: phone.display }
  return { name, address: Object.values(address), companyNumber: registrationNumber, vatNumber, contact }
}
