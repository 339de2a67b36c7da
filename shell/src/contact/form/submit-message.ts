import { type FieldErrors, validateFields } from '@site/shared/form'
import { type ContactField, type ContactMessage, contactRules, emptyMessage, readMessage } from './contact-message'

export type Submission = {
  state: 'new' | 'invalid' | 'complete'
  message: ContactMessage
  errors: FieldErrors<ContactField>
}

export const newSubmission: Submission = { state: 'new', message: emptyMessage, errors: {} }

/** Checks the form and logs a complete message. Nothing is sent (R88). */
export function submitMessage(_previous: Submission, data: FormData): Submission {
  const message = readMessage(data)
  const errors = validateFields(contactRules, message)
  if (Object.keys(errors).length > 0) return { state: 'invalid', message, errors }
  console.log('Contact form', message)
  return { state: 'complete', message, errors }
}
