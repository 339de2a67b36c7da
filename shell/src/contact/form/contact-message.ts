import type { FieldRule } from '@site/shared/form'

export const contactRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  email: { label: 'Email Address', isRequired: true, isEmail: true },
  phone: { label: 'Phone' },
  company: { label: 'Company' },
  message: { label: 'Message', isRequired: true },
} satisfies Record<string, FieldRule>

export type ContactField = keyof typeof contactRules
export type ContactMessage = Readonly<Record<ContactField, string>>

export const emptyMessage: ContactMessage = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  message: '',
}

export function readMessage(data: FormData): ContactMessage {
  const read = (name: ContactField) => String(data.get(name) ?? '').trim()
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
    company: read('company'),
    message: read('message'),
  }
}
