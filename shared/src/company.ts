/**
 * Facts about the company (D-05), from ranges reserved for examples: 020 7946 0xxx (Ofcom), example.com (RFC 2606).
 * An operator replaces them and `company-details.ts` before launch.
 */
export const company = {
  name: 'Safety Training Partners Ltd',
  shortName: 'Safety Training Partners',
  address: { street: '1 Example Street', locality: 'London', postcode: 'EC1A 1AA', country: 'United Kingdom' },
  phone: { display: '020 7946 0123', href: 'tel:+442079460123' },
  /** Digits only, as wa.me expects. */
  chatNumber: '442079460123',
  email: 'hello@example.com',
  socials: [
    { id: 'facebook', name: 'Facebook', href: 'https://www.facebook.com/' },
    { id: 'x', name: 'X', href: 'https://x.com/' },
    { id: 'instagram', name: 'Instagram', href: 'https://www.instagram.com/' },
    { id: 'linkedin', name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { id: 'youtube', name: 'YouTube', href: 'https://www.youtube.com/' },
  ],
} as const

/**
 * For receipts (VAT Regulations 1995, regulation 14); `doctor` warns about zeros. Not part of `company`, so that no
 * page carries it.
 */
export const vatNumber: string = 'GB 000 0000 00'

/** The address on one line. */
export const addressLine = Object.values(company.address).join(', ')
