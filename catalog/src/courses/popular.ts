import type { CartCourse } from '@site/shared/course'
import { type CourseFacts, courseImage } from './course'

/** Facts of a small card: a page with the block carries no more. */
export const popularFacts = {
  awareness: { id: 1, title: 'CITB Health & Safety Awareness', price: 99, duration: '1 Day' },
  supervisor: { id: 2, title: 'CITB Site Supervisor Safety Training Scheme', price: 399, duration: '2 Days' },
  manager: { id: 3, title: 'CITB Site Management Safety Training Scheme', price: 499, duration: '5 Days' },
  managingSafely: { id: 5, title: 'IOSH Managing Safely', price: 449, duration: '3 Days' },
  firstAid: { id: 8, title: 'First Aid at Work', price: 299, duration: '3 Days' },
  foodSafety: { id: 23, title: 'Level 2 Food Safety & Hygiene', price: 95, duration: '1 Day' },
} satisfies Record<string, Pick<CourseFacts, 'id' | 'title' | 'price' | 'duration'>>

export const popular: readonly CartCourse[] = Object.values(popularFacts).map((facts) => ({
  ...facts,
  image: courseImage(facts.id),
}))
