export const required = (label: string) => ({ label, isRequired: true })
export const requiredEmail = (label: string) => ({ ...required(label), isEmail: true })
export const nameRules = { firstName: required('First Name'), lastName: required('Last Name') }
