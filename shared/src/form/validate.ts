import { isEmail } from '../email'

/** What a form asks of one field; the label is the one on the page, without the mark for "required". */
export type FieldRule = { label: string; isRequired?: boolean; isEmail?: boolean }

/** Message by field name; a field without an error is absent. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** Shown when an e-mail address does not match the pattern (R142, R159). */
export const EMAIL_MESSAGE = 'Please enter a valid email address'

/** `First Name` → `Please fill in the First Name field` (R160). */
export function requiredMessage(label: string): string {
  return `Please fill in the ${label} field`
}

/**
 * Checks every field by its rule; white space alone counts as missing (R161). The errors come in
 * the order of the rules, which is the order of the error summary.
 */
export function validateFields<Name extends string>(
  rules: Readonly<Record<Name, FieldRule>>,
  values: Readonly<Record<Name, string>>,
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {}
  for (const name in rules) {
    const message = errorOf(rules[name], values[name].trim())
    if (message) errors[name] = message
  }
  return errors
}

function errorOf(rule: FieldRule, value: string): string | undefined {
  if (value === '') return rule.isRequired ? requiredMessage(rule.label) : undefined
  return rule.isEmail && !isEmail(value) ? EMAIL_MESSAGE : undefined
}
