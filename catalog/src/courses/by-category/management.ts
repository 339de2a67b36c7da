import type { CourseFacts } from '../course'

export const management: readonly CourseFacts[] = [
  {
    id: 20,
    title: 'Safety Management Systems',
    shortDescription:
      'Build, audit and improve a system on the lines of ISO 45001, for safety leads and operations managers.',
    price: 599,
    duration: '3 Days',
    level: 'Advanced',
  },
  {
    id: 21,
    title: 'Leadership in Safety',
    shortDescription:
      'Set an example, listen to your teams and act on what they say, for directors and senior managers.',
    price: 499,
    duration: '2 Days',
    level: 'Advanced',
  },
]
