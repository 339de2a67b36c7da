/** The API's calls as data; a test compares them with its routes. */
import { loginSchema, registerSchema, sessionReplySchema } from './accounts'
import { bookingReplySchema, bookingSchema } from './booking'
import { errorReplySchema } from './errors'
import { approvalReplySchema, approvePayPalSchema, formerCaptureSchema } from './former-checkout'
import {
  accountReplySchema,
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  confirmEmailReplySchema,
  doneReplySchema,
  emptySchema,
  listOrdersSchema,
  orderListReplySchema,
  orderReplySchema,
  paperReplySchema,
  readOrderSchema,
  readPaperSchema,
  requestResetSchema,
  resetPasswordSchema,
  useLinkSchema,
  withPasswordSchema,
} from './own-account'
import {
  abandonOrderSchema,
  abandonReplySchema,
  capturePayPalSchema,
  confirmStripePaymentSchema,
  createPaymentIntentSchema,
  createPayPalOrderSchema,
  orderStatusReplySchema,
  paymentIntentReplySchema,
  paymentReplySchema,
  payPalOrderReplySchema,
  readOrderStatusSchema,
} from './payments'

export type ApiCall = {
  accepts: object
  /** Of a reply with 2xx. */
  answers: object
  /** Of any other reply. */
  refuses: object
}

const call = (accepts: object, answers: object): ApiCall => ({ accepts, answers, refuses: errorReplySchema })

/** Calls of today's pages. */
export const pageCalls = {
  'POST /api/auth/login': call(loginSchema, sessionReplySchema),
  'POST /api/auth/register': call(registerSchema, sessionReplySchema),
  'POST /api/account/read': call(emptySchema, accountReplySchema),
  'POST /api/account/orders': call(listOrdersSchema, orderListReplySchema),
  'POST /api/account/order': call(readOrderSchema, orderReplySchema),
  'POST /api/account/paper': call(readPaperSchema, paperReplySchema),
  'POST /api/account/name': call(changeNameSchema, accountReplySchema),
  'POST /api/account/email': call(changeEmailSchema, accountReplySchema),
  'POST /api/account/send-confirmation': call(emptySchema, doneReplySchema),
  'POST /api/account/confirm': call(useLinkSchema, confirmEmailReplySchema),
  'POST /api/account/password': call(changePasswordSchema, sessionReplySchema),
  'POST /api/account/sign-out': call(emptySchema, doneReplySchema),
  'POST /api/account/sign-out-everywhere': call(emptySchema, doneReplySchema),
  'POST /api/account/delete': call(withPasswordSchema, doneReplySchema),
  'POST /api/account/request-reset': call(requestResetSchema, doneReplySchema),
  'POST /api/account/reset': call(resetPasswordSchema, doneReplySchema),
  'POST /api/orders/booking': call(bookingSchema, bookingReplySchema),
  'POST /api/payments/create-payment-intent': call(createPaymentIntentSchema, paymentIntentReplySchema),
  'POST /api/payments/confirm-stripe-payment': call(confirmStripePaymentSchema, paymentReplySchema),
  'POST /api/payments/paypal-create-order': call(createPayPalOrderSchema, payPalOrderReplySchema),
  'POST /api/payments/paypal-capture': call(capturePayPalSchema, paymentReplySchema),
  'POST /api/payments/abandon': call(abandonOrderSchema, abandonReplySchema),
  'POST /api/payments/status': call(readOrderStatusSchema, orderStatusReplySchema),
} satisfies Record<string, ApiCall>

/** Calls that the API accepts. */
export const apiCalls: Readonly<Record<string, ApiCall>> = {
  ...pageCalls,
  'POST /api/payments/paypal-approved': call(approvePayPalSchema, approvalReplySchema),
  'POST /api/payments/paypal-capture': call(formerCaptureSchema, paymentReplySchema),
}
