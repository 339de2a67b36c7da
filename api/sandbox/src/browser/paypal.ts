import { ask, callFakeProvider } from './ask'
import { adoptStyles } from './styles'

// The parts of PayPal's browser SDK that its buttons need, backed by the sandbox.

type Actions = { enable: () => Promise<void>; disable: () => Promise<void> }
type ClickActions = { resolve: () => Promise<'resolve'>; reject: () => Promise<'reject'> }
type Capture = () => Promise<Record<string, unknown>>
type ApproveActions = { order: { capture: Capture; get: Capture } }
type ApproveData = { orderID: string; payerID: string; paymentSource: string; facilitatorAccessToken: string }

type ButtonsOptions = {
  style?: { height?: number }
  onInit?: (data: object, actions: Actions) => void
  onClick?: (data: object, actions: ClickActions) => unknown
  createOrder?: (data: object, actions: object) => Promise<string>
  onApprove?: (data: ApproveData, actions: ApproveActions) => Promise<void>
  onCancel?: (data: object) => void
  onError?: (error: unknown) => void
}

const choices = [
  { value: 'balance', label: 'Pay' },
  { value: 'pending', label: 'Pay, but the bank takes a moment' },
  { value: 'declined', label: 'Pay, but the bank declines' },
  { value: 'fail', label: 'Fail' },
  { value: 'cancel', label: 'Cancel' },
] as const

function createButtons(given: ButtonsOptions = {}) {
  let options = given
  let isOpen = false
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'fake-provider-wallet'
  button.textContent = 'Pay with PayPal'
  button.addEventListener('click', async () => {
    if (isOpen) return
    isOpen = true
    await pay(options)
    isOpen = false
  })
  const set = (isDisabled: boolean) => async () => {
    button.disabled = isDisabled
  }

  return {
    isEligible: () => true,
    async render(place: HTMLElement | string) {
      const parent = typeof place === 'string' ? document.querySelector(place) : place
      if (!parent) throw new Error(`There is no element ${String(place)} to render the buttons into`)
      adoptStyles()
      // The page's policy blocks inline style attributes, but not properties set by script.
      button.style.height = `${options.style?.height ?? 45}px`
      parent.append(button)
      options.onInit?.({}, { enable: set(false), disable: set(true) })
    },
    async updateProps(next: ButtonsOptions) {
      options = { ...options, ...next }
    },
    async close() {
      button.remove()
    },
  }
}

async function pay(options: ButtonsOptions): Promise<void> {
  try {
    if (!(await isClickAllowed(options))) return
    const orderID = await options.createOrder?.({ paymentSource: 'paypal' }, {})
    if (!orderID) throw new Error('createOrder gave no order id')
    await letBuyerChoose(options, orderID)
  } catch (error) {
    options.onError?.(error)
  }
}

/**
 * Opens PayPal's window again if the source of money is declined; that capture is never answered. Every other refusal
 * has the same words.
 * https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
 */
async function letBuyerChoose(options: ButtonsOptions, orderID: string, isAgain = false): Promise<void> {
  const order = await read(orderID)
  const choice = await ask({
    title: 'PayPal sandbox',
    text: `${isAgain ? 'The bank declined. Choose another source of money. ' : ''}Pay ${amountOf(order)}? No money moves.`,
    choices,
    whenClosed: 'cancel',
  })
  if (choice === 'cancel') return options.onCancel?.({ orderID })
  if (choice === 'fail') throw new Error('The sandbox was asked to fail')
  await call(`/paypal/orders/${orderID}/approve`, { funding: choice })
  let restart = () => {}
  const restarted = new Promise<'restarted'>((resolve) => {
    restart = () => resolve('restarted')
  })
  async function capture(): Promise<Record<string, unknown>> {
    try {
      return await call(`/paypal/orders/${orderID}/capture`, {})
    } catch (error) {
      if (!String(error).includes('INSTRUMENT_DECLINED')) throw new Error('Order could not be captured')
      restart()
      return new Promise(() => {})
    }
  }
  const data = { orderID, payerID: 'SANDBOXBUYER1', paymentSource: 'paypal', facilitatorAccessToken: 'sandbox' }
  const actions = { order: { capture, get: () => read(orderID) } }
  const end = await Promise.race([options.onApprove?.(data, actions), restarted])
  if (end === 'restarted') await letBuyerChoose(options, orderID, true)
}

async function isClickAllowed({ onClick }: ButtonsOptions): Promise<boolean> {
  let isRejected = false
  const actions: ClickActions = {
    resolve: async () => 'resolve',
    async reject() {
      isRejected = true
      return 'reject'
    },
  }
  const answer = await onClick?.({ fundingSource: 'paypal' }, actions)
  return !isRejected && answer !== false
}

const read = (orderID: string): Promise<Record<string, unknown>> => call(`/paypal/orders/${orderID}`)

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const reply = await callFakeProvider(path, body)
  if (reply.isOk) return reply.body
  const { details, message } = reply.body
  const [first] = Array.isArray(details) ? details : []
  throw new Error(String(first?.issue ?? message))
}

function amountOf({ purchase_units: units }: Record<string, unknown>): string {
  const [unit] = Array.isArray(units) ? units : []
  return `£${unit?.amount?.value ?? '?'}`
}

Object.assign(window, { paypal: { version: 'sandbox', Buttons: createButtons, FUNDING: { PAYPAL: 'paypal' } } })
