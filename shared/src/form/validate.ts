/** The label as on the page, without the mark for "required". */
export type FieldRule = { label: string; isRequired?: boolean; isEmail?: boolean }

/** A field without an error is absent. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** R142, R159. */
export const EMAIL_MESSAGE = 'Please enter a valid email address'

/** White space counts as missing (R160, R161). Errors come in the order of the rules. */
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
  if (value === '') return rule.isRequired ? `Please fill in the ${rule.label} field` : undefined
  return rule.isEmail && !isEmail(value) ? EMAIL_MESSAGE : undefined
}

/** Text, @, text, dot, text (R159); surrounding white space is ignored. */
export function isEmail(value: string): boolean {
  const text = value.trim()
  const [local, domain = '', ...more] = text.split('@')
  const hasDotInside = domain.slice(1, -1).includes('.')
  return local !== '' && hasDotInside && more.length === 0 && !/\s/.test(text)
}
