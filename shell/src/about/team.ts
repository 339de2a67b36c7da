export type Person = { name: string; role: string; line: string; image: string }

/** The people of the About page (R50, D-05); an operator replaces them before launch. */
export const directors: readonly Person[] = [
  {
    name: 'Peter Hughes',
    role: 'Managing Director',
    line: 'Leads the company and looks after corporate clients.',
    image: '/images/team/1.svg',
  },
  {
    name: 'Amara Okafor',
    role: 'Director of Training',
    line: 'Chooses the courses and the providers who deliver them.',
    image: '/images/team/2.svg',
  },
]

export const team: readonly Person[] = [
  {
    name: 'Imran Hussain',
    role: 'Construction Training Lead',
    line: 'Advises sites on Site Safety Plus and CSCS training.',
    image: '/images/team/3.svg',
  },
  {
    name: 'Fiona Bennett',
    role: 'Health & Safety Lead',
    line: 'Answers questions on first aid, fire and IOSH courses.',
    image: '/images/team/4.svg',
  },
  {
    name: 'Joseph Mensah',
    role: 'Food Safety Lead',
    line: 'Helps kitchens and shops choose the right level.',
    image: '/images/team/5.svg',
  },
  {
    name: 'Priya Shah',
    role: 'Bookings and Support',
    line: 'Arranges places and replies to calls, chats and emails.',
    image: '/images/team/6.svg',
  },
]
