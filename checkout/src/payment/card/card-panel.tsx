import { Elements } from '@stripe/react-stripe-js'
import type { PanelProps } from '../payment-method'
import { CardForm } from './card-form'
import { useCardProvider } from './use-card-provider'

const options = { locale: 'en-GB' } as const

export function CardPanel(props: PanelProps) {
  const provider = useCardProvider()
  return (
    <Elements stripe={provider.stripe} options={options}>
      <CardForm {...props} provider={provider} />
    </Elements>
  )
}
