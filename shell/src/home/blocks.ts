import type { PlacedBlock } from '@site/shared/block'

// Also named by the page's manifest, so that they are rendered with it.
export const popularCourses: PlacedBlock = { name: 'catalog/popular-courses', props: { count: 6 } }
export const trust: PlacedBlock = { name: 'catalog/trust', props: {} }
export const latestPosts: PlacedBlock = { name: 'content/latest-posts', props: { count: 2 } }
