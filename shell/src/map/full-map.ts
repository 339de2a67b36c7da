import { companyDetails } from '@site/shared/company-details'

const { latitude, longitude } = companyDetails.location

/** Followed only by visitors who ask for it. */
export const fullMapHref = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
