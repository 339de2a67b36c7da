import { type CompanyFacts, exampleFacts } from './company-facts'
import { SITE_CONFIG_ID } from './site-config'

function givenFacts(): CompanyFacts {
  if (globalThis.companyFacts) return globalThis.companyFacts
  const json = typeof document === 'undefined' ? '' : document.getElementById(SITE_CONFIG_ID)?.textContent
  return json ? (JSON.parse(json).company ?? {}) : {}
}

const socialNames = { facebook: 'Facebook', x: 'X', instagram: 'Instagram', linkedin: 'LinkedIn', youtube: 'YouTube' }

function describeCompany(given: CompanyFacts) {
  const { street, locality, postcode, phone, ...facts } = { ...exampleFacts, ...given }
  const number = phone.replace(/\D/g, '').replace(/^0/, '44')
  const socials = Object.entries(socialNames) as [keyof typeof socialNames, string][]
  return {
    ...facts,
    address: { street, locality, postcode, country: 'United Kingdom' },
    openingHours: `${facts.opensAt} - ${facts.closesAt}`,
    addressLine: `${street}, ${locality}, ${postcode}, United Kingdom`,
    phone: { display: phone, href: `tel:+${number}` },
    /** Digits only, as wa.me expects. */
    chatNumber: number,
    socials: socials.map(([id, name]) => ({ id, name, href: facts[id] })),
  }
}

/** Pages have the facts of their composition, the API those of its database. */
export const company = describeCompany(givenFacts())

/** For the API, which outlives a change. */
export function setCompany(given: CompanyFacts): void {
  Object.assign(company, describeCompany(given))
}
