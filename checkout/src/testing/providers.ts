import type { WalletCapture } from '../payment/paypal/pay-by-paypal'

type CardEvent = { brand?: string; complete?: boolean; error?: { message: string } }
type CardResult = { paymentMethod?: object; paymentIntent?: object; error?: object }

type WalletActions = { order: Record<'capture' | 'get', () => Promise<WalletCapture>> }

type WalletOptions = {
  style: object
  onClick: (data: object, actions: { resolve: () => string; reject: () => string }) => unknown
  createOrder: () => Promise<string>
  onApprove: (data: { orderID: string }, actions: WalletActions) => Promise<void>
  onError: (error: unknown) => void
}

const paid = { id: 'pi_1', status: 'succeeded' }
const paymentMethod = { id: 'pm_1', card: { brand: 'visa', last4: '4242' } }

export const card = {
  scripts: [] as string[],
  cardOptions: undefined as object | undefined,
  createPaymentMethod: jest.fn<Promise<CardResult>, [object]>(),
  confirmCardPayment: jest.fn<Promise<CardResult>, [string, object]>(),
  type: (_event: CardEvent) => {},
}

export const wallet = {
  scripts: [] as string[],
  style: undefined as object | undefined,
  failure: undefined as Error | undefined,
  capture: jest.fn<Promise<WalletCapture>, []>(),
  get: jest.fn<Promise<WalletCapture>, []>(),
  hasOnClick: true,
  opened: 0,
  shown: [] as string[],
  fail: (_error: unknown) => {},
}

export const scripts: Record<'card' | 'wallet', 'load' | 'fail' | 'hang'> = { card: 'load', wallet: 'load' }

export function resetProviders(): void {
  card.createPaymentMethod.mockReset().mockResolvedValue({ paymentMethod })
  card.confirmCardPayment.mockReset().mockResolvedValue({ paymentIntent: paid })
  wallet.capture.mockReset().mockResolvedValue({ id: 'PP-1', status: 'COMPLETED' })
  wallet.get.mockReset().mockRejectedValue(new Error('Network down'))
  Object.assign(wallet, { failure: undefined, hasOnClick: true, opened: 0, shown: [], scripts: [] })
  Object.assign(scripts, { card: 'load', wallet: 'load' })
  // PayPal's loader reuses an existing script; the card's loads once per page.
  for (const script of document.querySelectorAll('script[src*=paypal]')) script.remove()
}

export function installProviders(): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement) serve(node)
    }
  }).observe(document.head, { childList: true })
}

function serve(script: HTMLScriptElement): void {
  const name = script.src.includes('stripe') ? 'card' : 'wallet'
  const provider = name === 'card' ? card : wallet
  provider.scripts.push(script.src)
  if (scripts[name] === 'hang') return
  if (scripts[name] === 'fail') return void script.dispatchEvent(new Event('error'))
  Object.assign(window, name === 'card' ? { Stripe: cardLibrary } : { paypal: { Buttons: walletButtons } })
  script.dispatchEvent(new Event('load'))
}

const cardLibrary = Object.assign(
  () => {
    const element = cardElement()
    return {
      elements: () => ({
        create: (_type: string, options: object) => {
          card.cardOptions = options
          return element
        },
        getElement: () => element,
      }),
      createToken: () => {},
      createPaymentMethod: card.createPaymentMethod,
      confirmCardPayment: card.confirmCardPayment,
    }
  },
  // Version that the loader requests.
  { version: 'endive' },
)

function cardElement() {
  let handleChange = (_event: object) => {}
  card.type = (event) => handleChange({ brand: 'unknown', complete: false, ...event })
  return {
    on: (name: string, handler: typeof handleChange) => {
      if (name === 'change') handleChange = handler
    },
    off: () => {},
    mount: (place: HTMLElement) => place.append('the card field'),
    destroy: () => {},
  }
}

function walletButtons(options: WalletOptions) {
  wallet.style = options.style
  wallet.fail = (error) => options.onError(error)
  return {
    isEligible: () => true,
    render: async (place: HTMLElement) => {
      const button = document.createElement('button')
      button.textContent = 'PayPal button'
      button.type = 'button'
      button.addEventListener('click', () => void press(options))
      place.append(button)
    },
    updateProps: async () => {},
    close: async () => {},
  }
}

async function press(options: WalletOptions): Promise<void> {
  const actions = { resolve: () => 'resolve', reject: () => 'reject' }
  if (wallet.hasOnClick && options.onClick({}, actions) === 'reject') return
  try {
    await openWindow(options, options.createOrder())
  } catch (error) {
    options.onError(error)
  }
}

/**
 * A declined capture reopens the window and is never answered
 * (https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/).
 */
async function openWindow(options: WalletOptions, order: Promise<string> | string): Promise<void> {
  wallet.opened += 1
  const orderID = await order
  wallet.shown.push(orderID)
  if (wallet.failure) throw wallet.failure
  async function capture(): Promise<WalletCapture> {
    try {
      return await wallet.capture()
    } catch (error) {
      if (!String(error).includes('INSTRUMENT_DECLINED')) throw error
      void openWindow(options, orderID).catch(options.onError)
      return new Promise(() => {})
    }
  }
  await options.onApprove({ orderID }, { order: { capture, get: wallet.get } })
}
