import type { CourseFacts } from '../course'

export const online: readonly CourseFacts[] = [
  {
    id: 17,
    title: 'Online CITB SSP',
    shortDescription:
      'Site duties, common hazards and safe working, studied in your own time, for people new to construction.',
    price: 199,
    duration: 'Self-paced',
    level: 'Beginner',
    badge: 'Online',
  },
  {
    id: 18,
    title: 'Online Traffic Marshall',
    shortDescription:
      'Signals, safe routes and blind spots, studied in your own time, for people who direct vehicles on site.',
    price: 149,
    duration: 'Self-paced',
    level: 'Beginner',
    badge: 'Online',
  },
  {
    id: 19,
    title: 'Online Fire Marshall',
    shortDescription:
      'Fire risks, extinguishers and evacuation, studied in your own time, for newly appointed fire wardens.',
    price: 179,
    duration: 'Self-paced',
    level: 'Beginner',
    badge: 'Online',
  },
]
