import type { FieldRule } from '@site/shared/form'

/** The fields of `/login` (R110) and what the form asks of them. */
export const signInRules = {
  email: { label: 'Email', isRequired: true, isEmail: true },
  password: { label: 'Password', isRequired: true },
} satisfies Record<string, FieldRule>

/** The fields of `/signup` in their order (R114); how good a password must be is the server's to say (D-30). */
export const signUpRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  ...signInRules,
} satisfies Record<string, FieldRule>
