import { companyDetails } from '@site/shared/company-details'

const { latitude, longitude } = companyDetails.location

export const fullMapHref = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
