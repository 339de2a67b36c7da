/** Facts that few pages need; see `company.ts`. */
export const companyDetails = {
  hrEmail: 'careers@example.com',
  merchantEmail: 'payments@example.com',
  /** Latitude and longitude of the office, for the map. */
  location: { latitude: 51.5202, longitude: -0.0979 },
} as const
