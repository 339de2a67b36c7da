import type { CourseFacts } from '../course'

export const food: readonly CourseFacts[] = [
  {
    id: 22,
    title: 'Level 1 Food Safety & Hygiene',
    shortDescription:
      'Clean hands, clean surfaces and safe storage: a first course for new starters who work around food.',
    price: 79,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 23,
    title: 'Level 2 Food Safety & Hygiene',
    shortDescription:
      'Control temperature, allergens and contamination, for everyone who prepares, cooks or serves food.',
    price: 95,
    duration: '1 Day',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    id: 24,
    title: 'Level 3 Supervising Food Safety',
    shortDescription:
      'Run a HACCP system, train your team and prepare for inspection, for kitchen supervisors and managers.',
    price: 100,
    duration: '3 Days',
    level: 'Advanced',
  },
]
