import type { CourseFacts } from './course'
import { popularFacts } from './popular'

export const health: readonly CourseFacts[] = [
  {
    ...popularFacts.managingSafely,
    shortDescription:
      'Assess risks, investigate incidents and measure performance, for managers and team leaders in any sector.',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    ...popularFacts.firstAid,
    shortDescription:
      'Three days of practice with injuries and sudden illness, for first aiders in higher-risk workplaces.',
    level: 'Intermediate',
    badge: 'Popular',
  },
  {
    id: 6,
    title: 'IOSH Working Safely',
    shortDescription:
      'Spot common workplace hazards and know what to do about them, for employees in any job, at any level.',
    price: 299,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 7,
    title: 'Level 3 Emergency First Aid',
    shortDescription:
      'Help a casualty who is unresponsive, choking or bleeding, for first aiders in lower-risk workplaces.',
    price: 199,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 9,
    title: 'Level 2 Fire Marshall/Warden',
    shortDescription:
      'Prevent fires, choose the right extinguisher and lead an evacuation, for staff named as fire wardens.',
    price: 249,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 13,
    title: 'COSHH Awareness',
    shortDescription:
      'Read safety data sheets, judge exposure and choose controls, for people who work with hazardous substances.',
    price: 149,
    duration: 'Half Day',
    level: 'Beginner',
  },
  {
    id: 14,
    title: 'Manual Handling',
    shortDescription:
      'Plan a lift, move loads without strain and know when to use equipment, for anyone who lifts at work.',
    price: 179,
    duration: 'Half Day',
    level: 'Beginner',
  },
]

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

export const food: readonly CourseFacts[] = [
  {
    ...popularFacts.foodSafety,
    shortDescription:
      'Control temperature, allergens and contamination, for everyone who prepares, cooks or serves food.',
    level: 'Intermediate',
    badge: 'Popular',
  },
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
    id: 24,
    title: 'Level 3 Supervising Food Safety',
    shortDescription:
      'Run a HACCP system, train your team and prepare for inspection, for kitchen supervisors and managers.',
    price: 100,
    duration: '3 Days',
    level: 'Advanced',
  },
]

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
