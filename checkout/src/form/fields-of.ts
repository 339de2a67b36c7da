import type { FieldRule } from '@site/shared/form'
import type { Problem } from './alert'
import type { FormState } from './use-form'

export function fieldsOf<Name extends string>(
  prefix: string,
  rules: Readonly<Record<Name, FieldRule>>,
  { values, errors }: FormState<Name>,
) {
  const idOf = (name: Name) => `${prefix}-${name}`
  const problems: Problem[] = []
  for (const name in rules) {
    const message = errors[name]
    if (message) problems.push({ fieldId: idOf(name), message })
  }
  const field = (name: Name) => ({
    id: idOf(name),
    name,
    label: rules[name].label,
    required: rules[name].isRequired,
    defaultValue: values[name],
    error: errors[name],
  })
  return { field, problems }
}
