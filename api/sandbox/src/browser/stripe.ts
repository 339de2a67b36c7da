import { ask, callFakeProvider, type FakeReply } from './ask'
import { isComplete, parseExpiry } from './card-details'
import { type CardElement, createCardElement } from './card-element'

// The parts of Stripe.js that a card payment needs, backed by the sandbox.

type Billing = { name?: string; email?: string }
type CardData = { card?: CardElement; billing_details?: Billing }
type Confirmation = { payment_method?: string | CardData }
type Failure = { error: Record<string, unknown> }

/** `@stripe/stripe-js` warns about any other release. */
const RELEASE = 'endive'

function createStripe() {
  return {
    elements: createElements,
    createPaymentMethod,
    confirmCardPayment,
    createToken: async () => fail('invalid_request_error', 'The sandbox makes no tokens.'),
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  }
}

function createElements() {
  let card: CardElement | undefined
  return {
    create(type: string) {
      if (type !== 'card') throw new Error(`The sandbox has no element "${type}"`)
      card = createCardElement()
      return card
    },
    // Callers pass a name, or the component of @stripe/react-stripe-js.
    getElement: () => card ?? null,
    update: () => {},
  }
}

async function createPaymentMethod({ card, billing_details: billing = {} }: CardData) {
  const text = card?.text()
  const date = text && parseExpiry(text.expiry)
  if (!text || !date || !isComplete(text)) return fail('validation_error', 'Your card details are incomplete.')
  const { name = '', email = '' } = billing
  const reply = await tryCall('/stripe/payment_methods', { number: text.number, ...date, name, email })
  return 'error' in reply ? reply : { paymentMethod: reply.body }
}

async function confirmCardPayment(clientSecret: string, { payment_method: method }: Confirmation = {}) {
  const made = typeof method === 'object' ? await createPaymentMethod(method) : { paymentMethod: { id: method } }
  if ('error' in made) return made
  const path = `/stripe/payment_intents/${idIn(clientSecret)}`
  const reply = await tryCall(`${path}/confirm`, { clientSecret, methodId: String(made.paymentMethod.id) })
  if ('error' in reply) return reply
  if (reply.body.status !== 'requires_action') return { paymentIntent: reply.body }
  const answer = await ask({
    title: 'Confirm your payment',
    text: 'Sandbox: your bank asks whether it is you who pays. No money moves.',
    choices: [
      { value: 'complete', label: 'Complete' },
      { value: 'fail', label: 'Fail' },
    ],
    whenClosed: 'fail',
  })
  const result = await tryCall(`${path}/authenticate`, { clientSecret, isGranted: answer === 'complete' })
  return 'error' in result ? result : { paymentIntent: result.body }
}

/** Stripe.js resolves with an error instead of rejecting. */
async function tryCall(path: string, body?: object): Promise<FakeReply | Failure> {
  try {
    const reply = await callFakeProvider(path, body)
    const { error } = reply.body
    if (reply.isOk) return reply
    return { error: typeof error === 'object' && error !== null ? { ...error } : { type: 'api_error' } }
  } catch {
    return fail('api_connection_error', 'The sandbox could not be reached.')
  }
}

const idIn = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''
const fail = (type: string, message: string): Failure => ({ error: { type, message } })

Object.assign(window, { Stripe: Object.assign(createStripe, { version: RELEASE }) })
