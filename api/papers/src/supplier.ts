import { company, vatNumber } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import type { Supplier } from './paper'

/** The company as it is today: a paper keeps what it was on its own day. */
export const supplier: Supplier = {
  name: company.name,
  address: Object.values(company.address),
  companyNumber: companyDetails.registrationNumber,
  vatNumber,
}
