import type { FieldRule } from '@site/shared/form'

export const signInRules = {
  email: { label: 'Email', isRequired: true, isEmail: true },
  password: { label: 'Password', isRequired: true },
} satisfies Record<string, FieldRule>

/** Password rules are the server's (D-30). */
export const signUpRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  ...signInRules,
} satisfies Record<string, FieldRule>
