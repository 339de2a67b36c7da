import { EMAIL_MESSAGE, type FieldRule, requiredMessage, validateFields } from './validate'

const rules = {
  firstName: { label: 'First Name', isRequired: true },
  email: { label: 'Email Address', isRequired: true, isEmail: true },
  phone: { label: 'Phone' },
  copyTo: { label: 'Copy to', isEmail: true },
} satisfies Record<string, FieldRule>

const complete = { firstName: 'Ada', email: 'ada@example.com', phone: '', copyTo: '' }

describe('validateFields', () => {
  it('finds nothing wrong with a complete form', () => {
    expect(validateFields(rules, complete)).toEqual({})
  })

  it('R160: names the field that is missing', () => {
    expect(requiredMessage('First Name')).toBe('Please fill in the First Name field')
    expect(validateFields(rules, { ...complete, firstName: '' })).toEqual({
      firstName: 'Please fill in the First Name field',
    })
  })

  it('R161: counts white space as missing', () => {
    expect(validateFields(rules, { ...complete, firstName: ' \n' })).toHaveProperty('firstName')
  })

  it('asks for a missing address before it judges its form, and leaves optional fields alone', () => {
    expect(validateFields(rules, { ...complete, email: '' })).toEqual({ email: requiredMessage('Email Address') })
    expect(validateFields(rules, { ...complete, copyTo: 'nobody' })).toEqual({ copyTo: EMAIL_MESSAGE })
  })

  it('keeps the order of the rules', () => {
    expect(Object.keys(validateFields(rules, { ...complete, email: 'x', firstName: '' }))).toEqual([
      'firstName',
      'email',
    ])
  })
})
