import { SAFETY_PLUS } from '@site/shared/constants'
import type { CartCourse } from '@site/shared/course'
import { courseImage } from '../courses/course'

const { ssp, sssts } = SAFETY_PLUS

const siteSafetyPlus: SafetyPlusCourse = {
  ...ssp,
  duration: '1 Day',
  image: courseImage(17),
  badge: 'Online',
  shortDescription: 'A first day of site safety for people who are new to construction or coming back to it.',
  description:
    'You learn why accidents happen on site, which duties the law gives you and your employer, and how to work without putting yourself or others at risk. A trainer teaches the day live by video, with time for questions about your own work.',
  learningOutcomes: [
    'Explain your own duties under health and safety law, and those of your employer',
    'Recognise the most common hazards on a construction site',
    'Follow a risk assessment and a method statement',
    'Choose, check and wear the right protective equipment',
    'Report accidents, near misses and unsafe conditions',
  ],
  syllabus: [
    'Health and safety law on site',
    'Risk assessments and method statements',
    'Working at height and in excavations',
    'Manual handling, noise, dust and vibration',
    'Hazardous substances and asbestos',
    'Vehicles, plant and electricity',
    'Fire, first aid and emergencies',
  ],
  prerequisites:
    'None. You need spoken and written English good enough to follow the course and take the test, and a computer or tablet with a camera.',
  assessment: `A multiple-choice test at the end of the day. The pass mark is ${ssp.passMark}. If you do not pass, ask us about a resit.`,
  certificate: 'Site Safety Plus certificate from the accredited provider',
  startDates: ['First Monday of each month', 'Third Saturday of each month'],
  location: 'Online, live by video. You receive the link with your joining instructions.',
  instructor: 'A trainer of the accredited provider who has worked on site. Your joining instructions give the name.',
  reviews: [
    {
      id: 1,
      name: 'Marcus T.',
      rating: 5,
      comment: 'Clear from start to finish. The examples were jobs I recognised, not theory.',
    },
    {
      id: 2,
      name: 'Ewa K.',
      rating: 4,
      comment:
        'A lot for one day, but the trainer took time for every question. Have a second screen ready if you can.',
    },
    {
      id: 3,
      name: 'Daniel O.',
      rating: 5,
      comment: 'I came back to site work after six years away and this told me what has changed.',
    },
  ],
}

const siteSupervisor: SafetyPlusCourse = {
  ...sssts,
  duration: '2 Days',
  image: courseImage(2),
  badge: 'Classroom',
  shortDescription: 'Two days for people who supervise others on site, or who are about to.',
  description:
    'You learn what the law expects of a supervisor and how to carry it out: planning safe work, briefing a crew, checking what is done and dealing with what goes wrong. Both days are taught in a classroom, with group exercises based on real sites.',
  learningOutcomes: [
    'Explain what the law requires of a site supervisor',
    'Prepare and deliver a site induction and a toolbox talk',
    'Check that a risk assessment and a method statement suit the work in hand',
    'Step in when work is unsafe, and put it right',
    'Record accidents and near misses, and help to find their causes',
  ],
  syllabus: [
    "The supervisor's role and legal duties",
    'Risk assessments, method statements and site inductions',
    'Toolbox talks and behaviour on site',
    'Working at height, excavations and lifting',
    'Occupational health: dust, noise, vibration and mental health',
    'Fire, electricity and temporary works',
    'Protecting the environment and the public',
  ],
  prerequisites:
    'None by rule. Experience of site work and a basic health and safety course help. You need spoken and written English good enough to follow the course and take the test.',
  assessment: `Group exercises on both days and a multiple-choice test on the second. The pass mark is ${sssts.passMark}. Attendance on both days is required.`,
  certificate: 'SSSTS certificate from the accredited provider',
  startDates: ['First Tuesday and Wednesday of each month', 'Third Thursday and Friday of each month'],
  location: 'Classroom in London. Your joining instructions give the address of the venue.',
  instructor:
    'A trainer of the accredited provider who has supervised or managed sites. Your joining instructions give the name.',
  reviews: [
    {
      id: 1,
      name: 'Priya S.',
      rating: 5,
      comment: 'I used the toolbox talk we wrote on day one with my own crew the week after.',
    },
    {
      id: 2,
      name: 'Gareth L.',
      rating: 4,
      comment: 'Good mix of discussion and exercises. The test is fair if you have paid attention on both days.',
    },
    {
      id: 3,
      name: 'Amina B.',
      rating: 5,
      comment: 'A small group, so everybody had a turn. I am much surer now about stopping work when I have to.',
    },
  ],
}

/** Ids 17 and 2 have prices and titles of their own here (D-19). */
export const safetyPlusCourses: readonly SafetyPlusCourse[] = [siteSafetyPlus, siteSupervisor]

type Review = { id: number; name: string; rating: number; comment: string }

export type SafetyPlusCourse = CartCourse & {
  badge: 'Classroom' | 'Online'
  shortDescription: string
  description: string
  syllabus: readonly string[]
  learningOutcomes: readonly string[]
  prerequisites: string
  assessment: string
  certificate: string
  validity: string
  passMark: string
  maxStudents: number
  startDates: readonly string[]
  location: string
  instructor: string
  reviews: readonly Review[]
}
