import type { CourseCategory } from '@site/shared/paths'
import { construction } from './by-category/construction'
import { food } from './by-category/food'
import { health } from './by-category/health'
import { management } from './by-category/management'
import { mentalHealth } from './by-category/mental-health'
import { online } from './by-category/online'
import { paediatric } from './by-category/paediatric'
import { type Course, type CourseFacts, courseImage } from './course'

function inCategory(category: CourseCategory, list: readonly CourseFacts[]): Course[] {
  return list.map((facts) => ({
    ...facts,
    category,
    isOnline: category === 'online',
    image: courseImage(facts.id),
  }))
}

export const courses: readonly Course[] = [
  ...inCategory('construction', construction),
  ...inCategory('health', health),
  ...inCategory('food', food),
  ...inCategory('mentalhealth', mentalHealth),
  ...inCategory('paediatric', paediatric),
  ...inCategory('online', online),
  ...inCategory('management', management),
].sort((a, b) => a.id - b.id)
