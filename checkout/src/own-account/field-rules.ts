const required = (label: string) => ({ label, isRequired: true })
const email = (label: string) => ({ ...required(label), isEmail: true })

const password = required('Password')
const newPassword = required('New Password')
export const PASSWORD_HINT = '8 to 128 characters'

export const nameRules = { firstName: required('First Name'), lastName: required('Last Name') }
export const emailRules = { email: email('New Email'), password }
export const passwordRules = { password: required('Present Password'), newPassword }
export const deleteRules = { password }
export const requestRules = { email: email('Email') }
export const resetRules = { newPassword }
