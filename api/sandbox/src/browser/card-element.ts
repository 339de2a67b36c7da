import { brandOf, type CardText, findError, formatCvc, formatExpiry, formatNumber, isComplete } from './card-details'
import { adoptStyles } from './styles'

export type CardElement = ReturnType<typeof createCardElement>
type Handler = (event: object) => void

const fields = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', format: formatNumber },
  expiry: { label: 'Expiry date', placeholder: 'MM / YY', format: formatExpiry },
  cvc: { label: 'Security code', placeholder: 'CVC', format: formatCvc },
} as const
const names = ['number', 'expiry', 'cvc'] as const

export function createCardElement() {
  const handlers = new Map<string, Set<Handler>>()
  const group = document.createElement('div')
  group.className = 'fake-provider-card'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Card')
  const inputs = { number: createInput('number'), expiry: createInput('expiry'), cvc: createInput('cvc') }
  group.append(inputs.number, inputs.expiry, inputs.cvc)

  const emit = (name: string, event: object = {}) => {
    for (const handler of handlers.get(name) ?? []) handler({ elementType: 'card', ...event })
  }
  const text = (): CardText => ({ number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value })
  const notifyChange = () => {
    const error = findError(text())
    for (const name of names) inputs[name].setAttribute('aria-invalid', String(error?.field === name))
    emit('change', {
      brand: brandOf(inputs.number.value),
      complete: isComplete(text()),
      empty: names.every((name) => inputs[name].value === ''),
      error: error && { type: 'validation_error', code: error.code, message: error.message },
      value: { postalCode: '' },
    })
  }

  function createInput(name: keyof typeof fields): HTMLInputElement {
    const { label, placeholder, format } = fields[name]
    const input = document.createElement('input')
    input.className = `fake-provider-${name}`
    input.inputMode = 'numeric'
    // Keeps the browser from filling in a real card.
    input.autocomplete = 'off'
    input.placeholder = placeholder
    input.setAttribute('aria-label', label)
    input.addEventListener('input', () => {
      const formatted = format(input.value)
      const isAtEnd = input.selectionStart === input.value.length
      if (formatted !== input.value && isAtEnd) input.value = formatted
      notifyChange()
    })
    input.addEventListener('focus', () => emit('focus'))
    input.addEventListener('blur', () => {
      input.value = format(input.value)
      emit('blur')
    })
    return input
  }

  return {
    elementType: 'card',
    text,
    mount(place: HTMLElement | string) {
      const parent = typeof place === 'string' ? document.querySelector(place) : place
      if (!parent) throw new Error(`There is no element ${String(place)} to mount the card field into`)
      adoptStyles()
      parent.append(group)
      setTimeout(() => emit('ready'))
    },
    on(name: string, handler: Handler) {
      handlers.set(name, (handlers.get(name) ?? new Set<Handler>()).add(handler))
    },
    off(name: string, handler?: Handler) {
      if (handler) handlers.get(name)?.delete(handler)
      else handlers.delete(name)
    },
    update({ disabled }: { disabled?: boolean } = {}) {
      if (disabled !== undefined) for (const name of names) inputs[name].disabled = disabled
    },
    focus: () => inputs.number.focus(),
    unmount: () => group.remove(),
    destroy() {
      handlers.clear()
      group.remove()
    },
  }
}
