import { company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { exampleFacts } from '@site/shared/company-facts'

const { latitude, longitude } = companyDetails.location

/** Plan and coordinates are those of the postcode in the release. */
export const hasPlan = company.address.postcode === exampleFacts.postcode

export const fullMapHref = hasPlan
  ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  : `https://www.openstreetmap.org/search?query=${encodeURIComponent(company.addressLine)}`
