import { company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'

export type Policy = {
  id: 'privacy' | 'equality' | 'modern-slavery' | 'accessibility' | 'health-safety' | 'quality'
  title: string
  icon: string
  iconClass: string
  summary: string
  keyPoints: string[]
}

export const policies: readonly Policy[] = [
  {
    id: 'privacy',
    title: 'Privacy Policy',
    icon: 'lock',
    iconClass: 'lock',
    summary:
      'What personal information we collect when you use this site or book training, why we need it and the rights you have.',
    keyPoints: [
      'UK GDPR and the Data Protection Act 2018',
      'Card details go to the payment provider, never to us',
      'No analytics or advertising cookies',
      'Your cart stays in your own browser until you check out',
      'Ask for a copy, a correction or erasure at any time',
    ],
  },
  {
    id: 'equality',
    title: 'Equality and Diversity Policy',
    icon: 'people',
    iconClass: 'people',
    summary: 'How we make sure that learners, staff, applicants and customers are treated fairly and with respect.',
    keyPoints: [
      'Equality Act 2010 and its nine protected characteristics',
      'No discrimination, harassment or victimisation',
      'Reasonable adjustments at no cost to the learner',
      'Recruitment by the same written criteria',
      'Concerns acknowledged within two working days',
    ],
  },
  {
    id: 'modern-slavery',
    title: 'Modern Slavery Policy',
    icon: 'chain',
    iconClass: 'chain',
    summary: 'What we do to keep slavery, forced labour and trafficking out of our business and our supply chain.',
    keyPoints: [
      'Published by choice, in line with the Modern Slavery Act 2015',
      'Right-to-work checks, fair pay and no recruitment fees',
      'Extra checks on suppliers in higher-risk trades',
      'Signs that staff and trainers are taught to notice',
      'Protection for anyone who raises a genuine concern',
    ],
  },
  {
    id: 'accessibility',
    title: 'Accessibility Statement',
    icon: 'access',
    iconClass: 'access',
    summary:
      'The standard this website works to, what may still be difficult, and how to get help or tell us about a problem.',
    keyPoints: [
      'Aims for WCAG 2.2 level AA on every page',
      'Made for the keyboard, screen readers and enlarged text',
      'Booking by phone or email if the site does not work for you',
      'Adjustments on courses, free of charge',
      'A clear route to complain and to independent advice',
    ],
  },
  {
    id: 'health-safety',
    title: 'Health and Safety Policy',
    icon: 'helmet',
    iconClass: 'helmet',
    summary: 'Our own health and safety policy: what we intend, who is responsible and the arrangements we make.',
    keyPoints: [
      'Health and Safety at Work etc. Act 1974',
      'Risks assessed, recorded and reviewed every year',
      'Fire, first-aid and accident arrangements',
      'Checks on training venues and providers',
      'Anyone may stop work they believe to be dangerous',
    ],
  },
  {
    id: 'quality',
    title: 'Quality Policy',
    icon: 'badge',
    iconClass: 'badge',
    summary: 'The quality you can expect from the training we arrange, how we check it and how to complain or appeal.',
    keyPoints: [
      'Courses delivered by independent accredited providers',
      'We are not accredited by or associated with the accreditation bodies',
      'Approvals checked before a course is listed, and every year',
      'Complaints answered in full within ten working days',
      'Feedback from every learner, and a record of what it changed',
    ],
  },
]

const facts = new Map([
  ['companyName', company.name],
  ['companyNumber', company.registrationNumber],
  ['address', company.addressLine],
  ['email', company.email],
  ['phone', company.phone.display],
  ['opensAt', company.opensAt],
  ['closesAt', company.closesAt],
  ['hrEmail', companyDetails.hrEmail],
])

/** Throws for a placeholder without a fact, so that no visitor ever reads one. */
export function fillPlaceholders(html: string): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const fact = facts.get(name)
    if (fact === undefined) throw new Error(`A policy asks for ${placeholder}, which is not a company fact`)
    return fact.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  })
}

/** A script part of its own (R90). */
export async function loadPolicyText({ id }: Policy): Promise<string> {
  const module: { default: string } = await import(`./texts/${id}.html`)
  return fillPlaceholders(module.default)
}
