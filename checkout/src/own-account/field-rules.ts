import type { FieldRule } from '@site/shared/form'

const password = { label: 'Password', isRequired: true }
const newPassword = { label: 'New Password', isRequired: true }

export const nameRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
} satisfies Record<string, FieldRule>

export const emailRules = {
  email: { label: 'New Email', isRequired: true, isEmail: true },
  password,
} satisfies Record<string, FieldRule>

export const passwordRules = {
  password: { label: 'Present Password', isRequired: true },
  newPassword,
} satisfies Record<string, FieldRule>

export const deleteRules = { password } satisfies Record<string, FieldRule>
export const requestRules = {
  email: { label: 'Email', isRequired: true, isEmail: true },
} satisfies Record<string, FieldRule>
export const resetRules = { newPassword } satisfies Record<string, FieldRule>

export const PASSWORD_HINT = '8 to 128 characters'
