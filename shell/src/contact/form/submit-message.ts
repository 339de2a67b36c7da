import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'

export const contactRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  email: { label: 'Email Address', isRequired: true, isEmail: true },
  phone: { label: 'Phone' },
  company: { label: 'Company' },
  message: { label: 'Message', isRequired: true },
} satisfies Record<string, FieldRule>

type ContactField = keyof typeof contactRules

export type ContactMessage = Readonly<Record<ContactField, string>>

function messageOf(read: (name: ContactField) => string): ContactMessage {
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
    company: read('company'),
    message: read('message'),
  }
}

export const newSubmission: Submission = { state: 'new', message: messageOf(() => ''), errors: {} }

export type Submission = {
  state: 'new' | 'invalid' | 'complete'
  message: ContactMessage
  errors: FieldErrors<ContactField>
}

/** Checks the form and logs a complete message. Nothing is sent (R88). */
export function submitMessage(_previous: Submission, data: FormData): Submission {
  const message = messageOf((name) => String(data.get(name) ?? '').trim())
  const errors = validateFields(contactRules, message)
  if (Object.keys(errors).length > 0) return { state: 'invalid', message, errors }
  console.log('Contact form', message)
  return { state: 'complete', message, errors }
}
