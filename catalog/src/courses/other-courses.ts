import type { CourseFacts } from './course'
import { popularFacts } from './popular'

export const health: readonly CourseFacts[] = [
  {
    ...popularFacts.managingSafely,
    shortDescription: 'Assess risks and investigate incidents, for managers and team leaders.',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    ...popularFacts.firstAid,
    shortDescription: 'Practice with injuries and sudden illness, for higher-risk workplaces.',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    id: 6,
    title: 'IOSH Working Safely',
    shortDescription: 'Spot common hazards and know what to do, for employees in any job.',
    price: 299,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 7,
    title: 'Level 3 Emergency First Aid',
    shortDescription: 'Help a casualty who is choking or bleeding, for lower-risk workplaces.',
    price: 199,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 9,
    title: 'Level 2 Fire Marshall/Warden',
    shortDescription: 'Prevent fires and lead an evacuation, for staff named as fire wardens.',
    price: 249,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 13,
    title: 'COSHH Awareness',
    shortDescription: 'Judge exposure and choose controls, for work with hazardous substances.',
    price: 149,
    duration: 'Half Day',
    level: 'Beginner',
  },
  {
    id: 14,
    title: 'Manual Handling',
    shortDescription: 'Plan a lift and move loads without strain, for anyone who lifts at work.',
    price: 179,
    duration: 'Half Day',
    level: 'Beginner',
  },
]

export const mentalHealth: readonly CourseFacts[] = [
  {
    id: 25,
    title: 'Mental Health First Aid 1-Day',
    shortDescription: 'Notice early signs and start a conversation, for anyone at work.',
    price: 95,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 26,
    title: 'Mental Health First Aid 2-Day',
    shortDescription: 'Support a colleague in distress, for mental health first aiders.',
    price: 150,
    duration: '2 Days',
    level: 'Intermediate',
  },
]

export const food: readonly CourseFacts[] = [
  {
    ...popularFacts.foodSafety,
    shortDescription: 'Control temperature and allergens, for anyone who cooks or serves food.',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    id: 22,
    title: 'Level 1 Food Safety & Hygiene',
    shortDescription: 'Clean hands, clean surfaces and safe storage, for new starters.',
    price: 79,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 24,
    title: 'Level 3 Supervising Food Safety',
    shortDescription: 'Run a HACCP system and train your team, for kitchen supervisors.',
    price: 100,
    duration: '3 Days',
    level: 'Advanced',
  },
]

export const paediatric: readonly CourseFacts[] = [
  {
    id: 27,
    title: 'Paediatric First Aid 2-Day',
    shortDescription: 'Treat choking, injured or ill children, for nurseries and schools.',
    price: 150,
    duration: '2 Days',
    level: 'Intermediate',
  },
]

export const management: readonly CourseFacts[] = [
  {
    id: 20,
    title: 'Safety Management Systems',
    shortDescription: 'Build and audit a system on the lines of ISO 45001, for safety leads.',
    price: 599,
    duration: '3 Days',
    level: 'Advanced',
  },
  {
    id: 21,
    title: 'Leadership in Safety',
    shortDescription: 'Set an example and act on what teams say, for directors and managers.',
    price: 499,
    duration: '2 Days',
    level: 'Advanced',
  },
]
