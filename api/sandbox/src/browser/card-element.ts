import { brandOf, type CardText, findError, isComplete } from './card-details'
import { adoptStyles } from './styles'

export type CardElement = ReturnType<typeof createCardElement>
type Handler = (event: object) => void

const fields = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234' },
  expiry: { label: 'Expiry date', placeholder: 'MM / YY' },
  cvc: { label: 'Security code', placeholder: 'CVC' },
} as const
const names = ['number', 'expiry', 'cvc'] as const

export function createCardElement() {
  const handlers = new Set<Handler>()
  const group = document.createElement('div')
  group.className = 'fake-provider-card'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Card')
  const inputs = { number: createInput('number'), expiry: createInput('expiry'), cvc: createInput('cvc') }
  group.append(inputs.number, inputs.expiry, inputs.cvc)

  const text = (): CardText => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  })
  const notifyChange = () => {
    const error = findError(text())
    for (const name of names) inputs[name].setAttribute('aria-invalid', String(error?.field === name))
    const change = { brand: brandOf(inputs.number.value), complete: isComplete(text()), error }
    for (const handler of handlers) handler(change)
  }

  function createInput(name: keyof typeof fields): HTMLInputElement {
    const { label, placeholder } = fields[name]
    const input = Object.assign(document.createElement('input'), {
      className: `fake-provider-${name}`,
      inputMode: 'numeric',
      // Keeps the browser from filling in a real card.
      autocomplete: 'off',
      placeholder,
    })
    input.setAttribute('aria-label', label)
    input.addEventListener('input', notifyChange)
    return input
  }

  return {
    text,
    mount(parent: HTMLElement) {
      adoptStyles()
      parent.append(group)
    },
    on(name: string, handler: Handler) {
      if (name === 'change') handlers.add(handler)
    },
    off(_name: string, handler: Handler) {
      handlers.delete(handler)
    },
    update({ disabled }: { disabled?: boolean } = {}) {
      if (disabled !== undefined) for (const name of names) inputs[name].disabled = disabled
    },
    destroy: () => group.remove(),
  }
}
