import { newSubmission, submitMessage } from './submit-message'

const complete = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '',
  company: '',
  message: 'Which course do I need?',
}

function submit(fields: Partial<typeof complete>) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...complete, ...fields })) data.set(name, value)
  return submitMessage(newSubmission, data)
}

let log: jest.SpyInstance

beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation(() => {})
})

describe('submitMessage', () => {
  it('R88: logs a complete message as one object', () => {
    expect(submit({ firstName: ' Ada ' })).toEqual({ state: 'complete', message: complete, errors: {} })
    expect(log).toHaveBeenCalledTimes(1)
    expect(log).toHaveBeenCalledWith('Contact form', complete)
  })

  it.each([
    ['firstName', 'Please fill in the First Name field'],
    ['lastName', 'Please fill in the Last Name field'],
    ['email', 'Please fill in the Email Address field'],
    ['message', 'Please fill in the Message field'],
  ] as const)('R87, R160: asks for a missing %s', (name, message) => {
    expect(submit({ [name]: '  ' })).toMatchObject({ state: 'invalid', errors: { [name]: message } })
    expect(log).not.toHaveBeenCalled()
  })

  it('R87: leaves phone and company to the visitor', () => {
    expect(submit({ phone: '', company: '' }).errors).toEqual({})
  })

  it('R159: refuses an address that is none', () => {
    expect(submit({ email: 'ada' }).errors).toEqual({ email: 'Please enter a valid email address' })
  })
})
