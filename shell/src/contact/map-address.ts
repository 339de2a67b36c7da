import { companyDetails } from '@site/shared/company-details'

/** 34.1 */
const HALF_WIDTH = 0.006
const HALF_HEIGHT = 0.003

const { latitude, longitude } = companyDetails.location

function degrees(value: number): string {
  return value.toFixed(4)
}

export const mapEmbedHref = `https://www.openstreetmap.org/export/embed.html?${new URLSearchParams({
  bbox: [longitude - HALF_WIDTH, latitude - HALF_HEIGHT, longitude + HALF_WIDTH, latitude + HALF_HEIGHT]
    .map(degrees)
    .join(','),
  layer: 'mapnik',
  marker: `${degrees(latitude)},${degrees(longitude)}`,
})}`

export const mapHref = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
