import { companyDetails } from '@site/shared/company-details'

/** Degrees from the office to the edges of the map: a few streets. */
const HALF_WIDTH = 0.006
const HALF_HEIGHT = 0.003

const { latitude, longitude } = companyDetails.location

function degrees(value: number): string {
  return value.toFixed(4)
}

/** OpenStreetMap's page for embedding: no key and no tracking (D-24). */
export const mapEmbedHref = `https://www.openstreetmap.org/export/embed.html?${new URLSearchParams({
  bbox: [longitude - HALF_WIDTH, latitude - HALF_HEIGHT, longitude + HALF_WIDTH, latitude + HALF_HEIGHT]
    .map(degrees)
    .join(','),
  layer: 'mapnik',
  marker: `${degrees(latitude)},${degrees(longitude)}`,
})}`

/** The full map. */
export const mapHref = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
