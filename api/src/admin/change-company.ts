import { listCompanyChanges, loadCompany, vatNumberOf } from '@site/papers/company'
import { companyChanges } from '@site/papers/tables'
import { exampleFacts } from '@site/shared/company-facts'
import { companyFields, isFactName, type ShopFacts } from '@site/shared/company-fields'
import { AdminRefusal } from '../errors/api-error'
import type { Person } from '../orders/order-repository'
import type { PaymentServices } from '../payments/shared/payment-services'

type Asked = { version?: number; facts: Readonly<Record<string, string>> }

/** An empty text brings the example back. */
export async function changeCompany({ database }: PaymentServices, asked: Asked, by: Person): Promise<string> {
  const queries = database.queries()
  const [last] = await listCompanyChanges(queries, 1)
  const before = last?.facts ?? {}
  const facts = { ...before }
  for (const [name, text] of Object.entries(asked.facts)) setFact(facts, name, text.trim())
  const { opensAt, closesAt } = { ...exampleFacts, ...facts }
  if (opensAt >= closesAt) throw new AdminRefusal(`The company cannot open at ${opensAt} and close at ${closesAt}.`)
  const names = Object.keys(companyFields).filter(isFactName)
  const changed = names.filter((name) => before[name] !== facts[name])
  if (changed.length === 0) throw new AdminRefusal('Nothing would change.')
  const version = (asked.version ?? last?.version ?? 0) + 1
  const row = { ...by, version, facts }
  const kept = await queries.insert(companyChanges).values(row).onConflictDoNothing().returning()
  if (kept.length === 0) throw new AdminRefusal('The facts were changed meanwhile. Look at them again.')
  await loadCompany(queries)
  const labels = changed.map((name) => companyFields[name].label).join(', ')
  return `Changed: ${labels}. Emails and new receipts have it now, the pages after “site company publish”.`
}

function setFact(facts: ShopFacts, name: string, text: string): void {
  if (!isFactName(name)) {
    throw new AdminRefusal(`There is no fact "${name}". There are: ${Object.keys(companyFields).join(', ')}.`)
  }
  const { label, pattern, such } = companyFields[name]
  if (text === '' || text === { ...exampleFacts, vatNumber: vatNumberOf({}) }[name]) delete facts[name]
  else if (new RegExp(pattern).test(text)) facts[name] = text
  else throw new AdminRefusal(`${label}: “${text}” cannot be kept. Write it like “${such}”.`)
}
