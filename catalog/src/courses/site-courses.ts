import type { CourseFacts } from './course'
import { popularFacts } from './popular'

export const construction: readonly CourseFacts[] = [
  {
    ...popularFacts.awareness,
    shortDescription: 'Site hazards and your own duties, for new starters and labourers.',
    level: 'Beginner',
    badge: 'Essential',
  },
  {
    ...popularFacts.supervisor,
    shortDescription: 'Plan work and brief a crew safely, for people who supervise on site.',
    level: 'Intermediate',
    badge: 'CITB Certified',
  },
  {
    ...popularFacts.manager,
    shortDescription: 'The law, planning and control of site risks, for site managers.',
    level: 'Advanced',
    badge: 'CITB Certified',
  },
  {
    id: 4,
    title: 'SMSTS Refresher',
    shortDescription: 'Bring your knowledge up to date before your SMSTS certificate expires.',
    price: 299,
    duration: '2 Days',
    level: 'Advanced',
  },
  {
    id: 10,
    title: 'Traffic Marshall/Banksman',
    shortDescription: 'Guide reversing vehicles and keep people clear, for site and yard staff.',
    price: 199,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 11,
    title: 'CSCS Green Card Level 1',
    shortDescription: 'Construction health and safety, for labourers who need the green card.',
    price: 179,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 12,
    title: 'Asbestos Awareness',
    shortDescription: 'Recognise asbestos and know when to stop, for trades in older buildings.',
    price: 149,
    duration: 'Half Day',
    level: 'Beginner',
  },
  {
    id: 15,
    title: 'Working at Heights',
    shortDescription: 'Choose and use ladders, towers and harnesses, for work above ground.',
    price: 249,
    duration: '1 Day',
    level: 'Intermediate',
  },
  {
    id: 16,
    title: 'Abrasive Wheels',
    shortDescription: 'Inspect and mount discs, for people who fit or use abrasive wheels.',
    price: 199,
    duration: 'Half Day',
    level: 'Intermediate',
  },
]

const selfPaced = { duration: 'Self-paced', level: 'Beginner', badge: 'Online' } as const

export const online: readonly CourseFacts[] = [
  {
    ...selfPaced,
    id: 17,
    title: 'Online CITB SSP',
    shortDescription: 'Site duties, hazards and safe working, for people new to construction.',
    price: 199,
  },
  {
    ...selfPaced,
    id: 18,
    title: 'Online Traffic Marshall',
    shortDescription: 'Signals, safe routes and blind spots, for people who direct vehicles.',
    price: 149,
  },
  {
    ...selfPaced,
    id: 19,
    title: 'Online Fire Marshall',
    shortDescription: 'Fire risks, extinguishers and evacuation, for new fire wardens.',
    price: 179,
  },
]
