import type { CourseFacts } from '../course'

export const health: readonly CourseFacts[] = [
  {
    id: 5,
    title: 'IOSH Managing Safely',
    shortDescription:
      'Assess risks, investigate incidents and measure performance, for managers and team leaders in any sector.',
    price: 449,
    duration: '3 Days',
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
    id: 8,
    title: 'First Aid at Work',
    shortDescription:
      'Three days of practice with injuries and sudden illness, for first aiders in higher-risk workplaces.',
    price: 299,
    duration: '3 Days',
    level: 'Intermediate',
    badge: 'Popular',
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
