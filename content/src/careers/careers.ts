import { company } from '@site/shared/company'

export type Job = { title: string; summary: string; duties: string[]; requirements: string[] }

/** R82. */
export const everyJob = {
  location: 'London',
  contract: 'Full-time',
  term: 'Permanent',
  /** Search engines drop a job without one and distrust one that changes with every release. */
  datePosted: '2025-11-03',
}

type TitledText = { title: string; text: string }

export const jobs: readonly Job[] = [
  {
    title: 'Training Coordinator',
    summary:
      'You look after learners and employers from the first question to the certificate, and keep the course calendar in order.',
    duties: [
      'Answer enquiries by phone, email and chat, and help people find the right course',
      'Take bookings, send joining details and arrange adjustments for learners',
      'Agree dates, venues and group sizes with the independent providers',
      'Track results, certificates and expiry dates, and remind customers in good time',
      'Collect feedback and follow up anything that went wrong',
    ],
    requirements: [
      'Experience in administration, customer service or scheduling',
      'Clear spoken and written English',
      'Care with detail when several dates change on the same day',
      'Confidence with spreadsheets and booking systems',
      'Knowledge of construction or food training is useful, and we can teach it',
    ],
  },
  {
    title: 'Health & Safety Trainer',
    summary:
      'You lead workplace sessions and briefings for our customers, alongside the certificated courses that independent providers deliver.',
    duties: [
      'Prepare and lead sessions on subjects such as manual handling, COSHH and fire safety',
      'Adapt examples to the trade and the experience of the group',
      'Check what people have understood and keep accurate records',
      'Keep materials in line with current law and HSE guidance',
      'Advise employers on which course suits which role',
    ],
    requirements: [
      'A health and safety qualification at Level 3 or above, such as the NEBOSH General Certificate',
      'A teaching or training award, or readiness to gain one',
      'Practical experience in construction, facilities or a similar industry',
      'The ability to hold the attention of a mixed group and explain things plainly',
      'Willingness to travel to customers, mainly in London and the South East',
    ],
  },
  {
    title: 'Food Safety Consultant',
    summary:
      'You visit kitchens and food businesses, find out what works and what does not, and leave them safer than before.',
    duties: [
      'Carry out food safety visits and write short, useful reports',
      'Help businesses set up and run procedures based on HACCP principles',
      'Review allergen information, from the supplier label to the menu',
      'Support customers before and after inspections by the local authority',
      'Advise on food safety training for each role in a team',
    ],
    requirements: [
      'A food safety qualification at Level 3 or above; Level 4 preferred',
      'Experience in catering, food retail, manufacturing or environmental health',
      'Sound knowledge of food hygiene and food information law',
      'Tact, and the courage to give unwelcome news clearly',
      'Willingness to start early on some days to see a kitchen at work',
    ],
  },
]

export const benefits: readonly TitledText[] = [
  {
    title: 'Regular hours',
    text: `Our day runs from ${company.opensAt} to ${company.closesAt}. When a visit or a course calls for an early start, you get the time back.`,
  },
  {
    title: 'Training that counts',
    text: 'We pay for the qualifications your role needs, and you study for them in working time.',
  },
  {
    title: 'Paid leave and pension',
    text: 'You have paid holiday as well as bank holidays, and a workplace pension to which we contribute.',
  },
  {
    title: 'A safe place to work',
    text: 'We follow the advice we give: workstations are assessed, equipment is looked after and concerns are acted on.',
  },
  {
    title: 'Support when you need it',
    text: 'You can talk in confidence to a trained mental health first aider, and ask for flexible working from your first day.',
  },
  {
    title: 'Work with a purpose',
    text: 'When the training is good, people go home unhurt. You will hear from customers when it made a difference.',
  },
]

export const applicationSteps: readonly TitledText[] = [
  {
    title: 'Apply',
    text: 'Send your CV and a short note to our HR team by email. Say which job you are applying for and why it suits you.',
  },
  {
    title: 'Review',
    text: 'HR reviews applications within 5 working days and replies to everyone, whatever the answer.',
  },
  {
    title: 'Interview',
    text: 'You meet the people you would work with. Trainers give a ten-minute session; the other roles have a short practical task. Tell us about any adjustment you need.',
  },
  {
    title: 'Offer and induction',
    text: 'We make an offer in writing, check references and your right to work, and plan your first weeks with you.',
  },
]
