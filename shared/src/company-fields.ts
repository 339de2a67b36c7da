import type { CompanyFacts } from './company-facts'

/** The VAT number stands on papers alone, so that no page carries it. */
export type ShopFacts = CompanyFacts & { vatNumber?: string }
export type FactName = keyof Required<ShopFacts>
type Field = { label: string; pattern: string; such: string }

// A line break in a name would inject a header into mails.
const line = (label: string, such: string): Field => ({ label, pattern: '^[^\\x00-\\x1f\\x7f]{1,100}$', such })
const time = (label: string, such: string): Field => ({ label, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', such })
const link = (label: string): Field => ({
  label,
  pattern: '^https://[\\w.-]+/[^\\s"<>]{0,150}$',
  such: 'https://www.example.com/us',
})

/** The facts of the company that an owner may change, and their form. */
export const companyFields: Readonly<Record<FactName, Field>> = {
  name: line('Name of the company', 'Safety Training Partners Ltd'),
  shortName: line('Name in headings and titles', 'Safety Training Partners'),
  street: line('Street', '1 Example Street'),
  locality: line('Town', 'London'),
  postcode: { label: 'Postcode', pattern: '^[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}$', such: 'EC1A 1AA' },
  phone: { label: 'Phone and WhatsApp', pattern: '^(0|\\+44 ?)[1-9][\\d ]{7,12}\\d$', such: '020 7946 0123' },
  email: { label: 'Email', pattern: '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$', such: 'hello@example.com' },
  registrationNumber: { label: 'Company number', pattern: '^(\\d{8}|[A-Z]{2}\\d{6})$', such: '01234567' },
  vatNumber: { label: 'VAT number', pattern: '^GB ?\\d{3} ?\\d{4} ?\\d{2}( ?\\d{3})?$', such: 'GB 123 4567 89' },
  opensAt: time('Opens at', '09:00'),
  closesAt: time('Closes at', '17:00'),
  facebook: link('Facebook'),
  x: link('X'),
  instagram: link('Instagram'),
  linkedin: link('LinkedIn'),
  youtube: link('YouTube'),
}

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(companyFields, name)
}
