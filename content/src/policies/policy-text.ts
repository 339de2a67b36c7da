import { company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import type { Policy } from './policies'

const facts = new Map([
  ['companyName', company.name],
  ['companyNumber', company.registrationNumber],
  ['address', company.addressLine],
  ['email', company.email],
  ['phone', company.phone.display],
  ['hrEmail', companyDetails.hrEmail],
])

/** Throws for a placeholder without a fact, so that no visitor ever reads one. */
export function fillPlaceholders(html: string): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const fact = facts.get(name)
    if (fact === undefined) throw new Error(`A policy asks for ${placeholder}, which is not a company fact`)
    return fact.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  })
}

/** A script part of its own (R90). */
export async function loadPolicyText({ id }: Policy): Promise<string> {
  const module: { default: string } = await import(`./texts/${id}.html`)
  return fillPlaceholders(module.default)
}
