import type { CourseFacts } from '../course'

export const mentalHealth: readonly CourseFacts[] = [
  {
    id: 25,
    title: 'Mental Health First Aid 1-Day',
    shortDescription:
      'Notice early signs of poor mental health, start a conversation and point to help, for anyone at work.',
    price: 95,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 26,
    title: 'Mental Health First Aid 2-Day',
    shortDescription:
      'Support a colleague in distress and guide them to professional help, for mental health first aiders.',
    price: 150,
    duration: '2 Days',
    level: 'Intermediate',
  },
]
