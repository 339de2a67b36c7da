import type { CourseCategory } from '@site/shared/paths'
import { type Course, type CourseFacts, courseImage } from './course'
import { food, health, management, mentalHealth, paediatric } from './other-courses'
import { construction, online } from './site-courses'

export const courses: readonly Course[] = [
  ...inCategory('construction', construction),
  ...inCategory('health', health),
  ...inCategory('food', food),
  ...inCategory('mentalhealth', mentalHealth),
  ...inCategory('paediatric', paediatric),
  ...inCategory('online', online),
  ...inCategory('management', management),
].sort((a, b) => a.id - b.id)

function inCategory(category: CourseCategory, list: readonly CourseFacts[]): Course[] {
  return list.map((facts) => ({ ...facts, category, isOnline: category === 'online', image: courseImage(facts.id) }))
}
