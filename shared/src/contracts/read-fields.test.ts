import { paymentReplySchema } from './payments'
import { readFields } from './read-fields'

it('keeps what is read, and no more', () => {
  const { properties } = paymentReplySchema
  expect(readFields(paymentReplySchema, ['data.orderId', 'message'])).toEqual({
    type: 'object',
    required: ['data', 'message'],
    properties: {
      data: { type: 'object', required: ['orderId'], properties: { orderId: properties.data.properties.orderId } },
      message: properties.message,
    },
  })
})

it('refuses a field that the reply does not have', () => {
  expect(() => readFields(paymentReplySchema, ['data.colour'])).toThrow('The reply has no field "colour"')
})
