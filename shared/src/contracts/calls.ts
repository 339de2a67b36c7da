/** The API's calls as data; a test compares them with its routes. */
import { loginSchema, registerSchema, sessionReplySchema } from './accounts'
import { bookingReplySchema, bookingSchema } from './booking'
import { errorReplySchema } from './errors'
import * as own from './own-account'
import * as payments from './payments'

export type ApiCall = {
  accepts: object
  /** Of a reply with 2xx. */
  answers: object
  /** Of any other reply. */
  refuses: object
}

const call = (accepts: object, answers: object): ApiCall => ({ accepts, answers, refuses: errorReplySchema })

export const apiCalls = {
  'POST /api/auth/login': call(loginSchema, sessionReplySchema),
  'POST /api/auth/register': call(registerSchema, sessionReplySchema),
  'POST /api/account/read': call(own.emptySchema, own.accountReplySchema),
  'POST /api/account/orders': call(own.listOrdersSchema, own.orderListReplySchema),
  'POST /api/account/order': call(own.readOrderSchema, own.orderReplySchema),
  'POST /api/account/paper': call(own.readPaperSchema, own.paperReplySchema),
  'POST /api/account/name': call(own.changeNameSchema, own.accountReplySchema),
  'POST /api/account/email': call(own.changeEmailSchema, own.accountReplySchema),
  'POST /api/account/send-confirmation': call(own.emptySchema, own.doneReplySchema),
  'POST /api/account/confirm': call(own.useLinkSchema, own.confirmEmailReplySchema),
  'POST /api/account/password': call(own.changePasswordSchema, sessionReplySchema),
  'POST /api/account/sign-out': call(own.emptySchema, own.doneReplySchema),
  'POST /api/account/sign-out-everywhere': call(own.emptySchema, own.doneReplySchema),
  'POST /api/account/delete': call(own.withPasswordSchema, own.doneReplySchema),
  'POST /api/account/request-reset': call(own.requestResetSchema, own.doneReplySchema),
  'POST /api/account/reset': call(own.resetPasswordSchema, own.doneReplySchema),
  'POST /api/orders/booking': call(bookingSchema, bookingReplySchema),
  'POST /api/payments/create-payment-intent': call(
    payments.createPaymentIntentSchema,
    payments.paymentIntentReplySchema,
  ),
  'POST /api/payments/confirm-stripe-payment': call(payments.confirmStripePaymentSchema, payments.paymentReplySchema),
  'POST /api/payments/paypal-create-order': call(payments.createPayPalOrderSchema, payments.payPalOrderReplySchema),
  'POST /api/payments/paypal-capture': call(payments.capturePayPalSchema, payments.paymentReplySchema),
  'POST /api/payments/abandon': call(payments.abandonOrderSchema, payments.abandonReplySchema),
  'POST /api/payments/status': call(payments.readOrderStatusSchema, payments.orderStatusReplySchema),
} satisfies Record<string, ApiCall>
