import type { CourseFacts } from '../course'

export const paediatric: readonly CourseFacts[] = [
  {
    id: 27,
    title: 'Paediatric First Aid 2-Day',
    shortDescription:
      'Treat babies and children who are choking, injured or ill, for nursery staff, childminders and schools.',
    price: 150,
    duration: '2 Days',
    level: 'Intermediate',
  },
]
