/** Says what is wrong with a value, or nothing. */
type Check = (value: unknown) => string | undefined
type SchemaType = {
  /** What schema.org or Google's documentation of the type's search results asks for. */
  required: Record<string, Check>
  optional?: Record<string, Check>
}

const matching =
  (pattern: RegExp, what: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `is not ${what}: ${JSON.stringify(value)}`

const text = matching(/\S/, 'a text')
const address = matching(/^https?:\/\/[^/]+\//, 'a whole address')
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'a date')
const email = matching(/^\S+@\S+\.\S+$/, 'an e-mail address')
const phone = matching(/^\+\d{8,15}$/, 'an international phone number')
const time = matching(/^\d{2}:\d{2}$/, 'a time of day')
const duration = matching(/^P(?:\d+|0\.5)D$/, 'a duration in days')
const currency = matching(/^GBP$/, 'the currency of the site')
const amount: Check = (value) => (typeof value === 'number' && value > 0 ? undefined : 'is not an amount')
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'is not true or false')
const one =
  (...types: string[]): Check =>
  (value) =>
    types.includes(typeOf(value)) ? undefined : `is not a ${types.join(' or ')}`
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? value.map(check).find(Boolean) : 'is not a list with something in it'
const possiblyEmpty =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 0 ? undefined : list(check)(value)
const oneOf = (...values: string[]): Check => matching(new RegExp(`^(?:${values.join('|')})$`), values.join(' or '))
const namedItem: Check = (value) =>
  one('ListItem')(value) ?? (JSON.stringify(value).includes('"name":') ? undefined : 'has no name')
/** Google reads paragraphs and lists in it and asks for the whole text of the advertisement. */
const jobText = matching(/^<p>.{40,}<ul><li>.*<\/li><\/ul>$/, 'a description in HTML')

/** Every type the site uses, with every property it may have. */
export const schemaTypes: Readonly<Record<string, SchemaType>> = {
  WebSite: { required: { name: text, url: address }, optional: { inLanguage: text, publisher: one('Organization') } },
  Organization: {
    required: { name: text, url: address },
    optional: {
      logo: address,
      legalName: text,
      email,
      telephone: phone,
      address: one('PostalAddress'),
      contactPoint: one('ContactPoint'),
      sameAs: possiblyEmpty(address),
      parentOrganization: one('Organization'),
    },
  },
  PostalAddress: {
    required: { streetAddress: text, addressLocality: text, postalCode: text, addressCountry: text },
  },
  ContactPoint: {
    required: { contactType: text, email },
    optional: {
      telephone: phone,
      areaServed: text,
      availableLanguage: text,
      hoursAvailable: one('OpeningHoursSpecification'),
    },
  },
  OpeningHoursSpecification: { required: { opens: time, closes: time } },
  BreadcrumbList: { required: { itemListElement: list(namedItem) } },
  ItemList: { required: { itemListElement: list(one('ListItem')), numberOfItems: amount } },
  ListItem: {
    required: {
      position: amount,
      item: (value) => (one('Course')(value) && address(value) ? 'is no item' : undefined),
    },
    optional: { name: text },
  },
  Course: {
    required: {
      name: text,
      description: text,
      provider: one('Organization'),
      offers: one('Offer'),
      hasCourseInstance: one('CourseInstance'),
      url: address,
    },
    optional: {
      image: address,
      inLanguage: text,
      teaches: list(text),
      coursePrerequisites: text,
      educationalCredentialAwarded: text,
    },
  },
  Offer: {
    required: { category: oneOf('Paid'), price: amount, priceCurrency: currency },
    optional: { priceSpecification: one('PriceSpecification') },
  },
  PriceSpecification: { required: { price: amount, priceCurrency: currency, valueAddedTaxIncluded: flag } },
  CourseInstance: {
    required: { courseMode: oneOf('Online', 'Onsite') },
    optional: { courseWorkload: duration, maximumAttendeeCapacity: amount },
  },
  Blog: { required: { name: text, url: address, blogPost: list(one('BlogPosting')), publisher: one('Organization') } },
  BlogPosting: {
    required: {
      headline: text,
      image: address,
      datePublished: date,
      author: one('Organization'),
      publisher: one('Organization'),
      mainEntityOfPage: address,
    },
    optional: { url: address, description: text, articleSection: list(text), inLanguage: text },
  },
  JobPosting: {
    required: {
      title: text,
      description: jobText,
      datePosted: date,
      hiringOrganization: one('Organization'),
      jobLocation: one('Place'),
    },
    optional: {
      employmentType: oneOf('FULL_TIME'),
      identifier: one('PropertyValue'),
      applicationContact: one('ContactPoint'),
      directApply: flag,
      url: address,
    },
  },
  Place: { required: { address: one('PostalAddress') } },
  PropertyValue: { required: { name: text, value: text } },
}

export function typeOf(value: unknown): string {
  const isNode = typeof value === 'object' && value !== null && '@type' in value
  return isNode ? String(value['@type']) : ''
}
