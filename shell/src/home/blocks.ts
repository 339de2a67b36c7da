import type { PlacedBlock } from '@site/shared/block'

// The manifest names them too.
export const popularCourses: PlacedBlock = { name: 'catalog/popular-courses', props: { count: 6 } }
export const trust: PlacedBlock = { name: 'catalog/trust', props: {} }
export const latestPosts: PlacedBlock = { name: 'content/latest-posts', props: { count: 2 } }
