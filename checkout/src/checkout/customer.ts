import { EMAIL_MESSAGE, type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { type Customer, oneLine } from '../order/order'

export type CustomerField = keyof Customer

export const customerRules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  email: { label: 'Email Address', isRequired: true, isEmail: true },
} satisfies Record<CustomerField, FieldRule>

export const customerFields: readonly CustomerField[] = ['firstName', 'lastName', 'email']

export type CustomerCheck =
  | { isValid: true; customer: Customer }
  | { isValid: false; errors: FieldErrors<CustomerField>; message: string }

/** Missing fields come before wrong ones (R142). A valid customer comes back trimmed (R161). */
export function checkCustomer(typed: Customer, missingMessage: string): CustomerCheck {
  const customer = {
    firstName: oneLine(typed.firstName),
    lastName: oneLine(typed.lastName),
    email: oneLine(typed.email),
  }
  const errors = validateFields(customerRules, customer)
  if (Object.keys(errors).length === 0) return { isValid: true, customer }
  const isMissing = Object.values(customer).includes('')
  return { isValid: false, errors, message: isMissing ? missingMessage : EMAIL_MESSAGE }
}
