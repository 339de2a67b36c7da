/**
 * Extra fields of the checkout of November 2026. To be deleted, with `api/src/payments/former-checkout.ts`, when no
 * composition is kept whose checkout calls `paypal-approved`.
 */
import { Type } from 'typebox'
import { capturePayPalSchema } from './payments'

const strict = { additionalProperties: false }

export const formerCaptureSchema = Type.Object(
  {
    ...capturePayPalSchema.properties,
    /** PayPal's library refused the source of the money. Not believed: it only chooses the words of the answer. */
    isDeclined: Type.Optional(Type.Literal(true)),
    /** Ignored: the server captures nothing. */
    isApproved: Type.Optional(Type.Literal(true)),
  },
  strict,
)

export const approvePayPalSchema = Type.Object({ paypalOrderId: capturePayPalSchema.properties.paypalOrderId }, strict)

export const approvalReplySchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ orderId: Type.String() }),
})
