import type { CourseFacts } from './course'
import { popularFacts } from './popular'

export const construction: readonly CourseFacts[] = [
  {
    ...popularFacts.awareness,
    shortDescription:
      "Site hazards and your own duties in one day, for new starters and anyone applying for a labourer's CSCS card.",
    level: 'Beginner',
    badge: 'Essential',
  },
  {
    ...popularFacts.supervisor,
    shortDescription:
      'Plan work, brief a crew and put unsafe practice right, for people who supervise on site or are about to.',
    level: 'Intermediate',
    badge: 'CITB Certified',
  },
  {
    ...popularFacts.manager,
    shortDescription:
      'The law, planning and control of site risks in five days, for site managers, agents and project leads.',
    level: 'Advanced',
    badge: 'CITB Certified',
  },
  {
    id: 4,
    title: 'SMSTS Refresher',
    shortDescription:
      'Bring your knowledge of site management up to date in two days, before your SMSTS certificate expires.',
    price: 299,
    duration: '2 Days',
    level: 'Advanced',
  },
  {
    id: 10,
    title: 'Traffic Marshall/Banksman',
    shortDescription:
      'Guide reversing vehicles with standard signals and keep people clear of them, for site and yard staff.',
    price: 199,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 11,
    title: 'CSCS Green Card Level 1',
    shortDescription:
      'The Level 1 award in construction health and safety, for labourers who need the green CSCS card.',
    price: 179,
    duration: '1 Day',
    level: 'Beginner',
  },
  {
    id: 12,
    title: 'Asbestos Awareness',
    shortDescription:
      'Recognise materials that may contain asbestos and know when to stop, for trades that work in older buildings.',
    price: 149,
    duration: 'Half Day',
    level: 'Beginner',
  },
  {
    id: 15,
    title: 'Working at Heights',
    shortDescription:
      'Plan the job, then choose, check and use ladders, towers and harnesses, for anyone who could fall at work.',
    price: 249,
    duration: '1 Day',
    level: 'Intermediate',
  },
  {
    id: 16,
    title: 'Abrasive Wheels',
    shortDescription:
      'Select, inspect and mount discs for grinders and cut-off saws, for people who fit or use abrasive wheels.',
    price: 199,
    duration: 'Half Day',
    level: 'Intermediate',
  },
]

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
