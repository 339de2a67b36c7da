import { company } from './company'
import { exampleFacts } from './company-facts'
import { paths } from './paths'

const { street, locality, postcode, country } = company.address

export const postalAddress = {
  '@type': 'PostalAddress',
  streetAddress: street,
  addressLocality: locality,
  postalCode: postcode,
  addressCountry: country,
}

/** `@id` ties the mentions together. */
export const organisation = {
  '@type': 'Organization',
  '@id': '/#organisation',
  name: company.shortName,
  url: paths.home,
  logo: '/icon-512.png',
}

/** For the pages that introduce it. */
export const fullOrganisation = {
  ...organisation,
  legalName: company.name,
  email: company.email,
  telephone: company.phone.href.replace('tel:', ''),
  address: postalAddress,
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    telephone: company.phone.href.replace('tel:', ''),
    email: company.email,
    areaServed: 'GB',
    availableLanguage: 'en',
    hoursAvailable: { '@type': 'OpeningHoursSpecification', opens: company.opensAt, closes: company.closesAt },
  },
  // The front page of a network is no profile.
  sameAs: company.socials.map(({ href }) => href).filter((href) => new URL(href).pathname !== '/'),
}

/** From the home page to the page itself. */
export function breadcrumbs(...trail: readonly { name: string; path: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: path,
    })),
  }
}

/** Structured data is written at build time; the composition may have other facts of the company. */
export function presentFact(value: unknown): unknown {
  if (typeof value === 'string') return value === exampleFacts.shortName ? company.shortName : value
  const { '@id': id, '@type': type, legalName } = (value ?? {}) as Record<string, unknown>
  if (id === organisation['@id'] && legalName) return fullOrganisation
  return type === postalAddress['@type'] ? postalAddress : value
}
