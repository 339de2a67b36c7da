import { CLOSES_AT, OPENS_AT } from './constants'

/**
 * Facts about the company (D-05), from ranges reserved for examples: 020 7946 0xxx (Ofcom), example.com (RFC 2606).
 * The owner replaces them at the desk, the operator with `site company`.
 */
export const exampleFacts = {
  name: 'Safety Training Partners Ltd',
  shortName: 'Safety Training Partners',
  street: '1 Example Street',
  locality: 'London',
  postcode: 'EC1A 1AA',
  phone: '020 7946 0123',
  email: 'hello@example.com',
  registrationNumber: '00000000',
  opensAt: OPENS_AT,
  closesAt: CLOSES_AT,
  facebook: 'https://www.facebook.com/',
  x: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  linkedin: 'https://www.linkedin.com/',
  youtube: 'https://www.youtube.com/',
}
/** Only what differs from the examples. */
export type CompanyFacts = Partial<typeof exampleFacts>

/** Set by the sandbox that renders pages. */
declare global {
  var companyFacts: CompanyFacts | undefined
}
