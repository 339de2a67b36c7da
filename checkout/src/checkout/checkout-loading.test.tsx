import { act, screen, waitFor } from '@testing-library/react'
import { alert, fillIn, openCheckoutPage, payButton, setUpCheckout, thanks } from '../testing/checkout'
import { card, scripts } from '../testing/providers'

setUpCheckout()

// One visit: the library loads once per page.
it('R140, R141, D-36: says that the provider is loading, or cannot be loaded, and goes on once it is there', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  scripts.card = 'hang'
  const { user, calls } = openCheckoutPage()
  await fillIn(user)
  await screen.findByText('Loading the card field…')
  await user.click(await payButton())
  expect(await alert()).toHaveTextContent('The card provider is still loading. Please try again in a moment.')

  const [script] = document.querySelectorAll('script[src*=stripe]')
  await act(async () => void script?.dispatchEvent(new Event('error')))
  const loadAgain = await screen.findByRole('button', { name: /could not be loaded/ })
  await user.click(await payButton())
  expect(await alert()).toHaveTextContent(/^We're experiencing connection issues with our payment provider\./)
  await waitFor(() => expect(loadAgain).not.toBeInTheDocument())
  expect(card.scripts).toHaveLength(2)

  scripts.card = 'load'
  const [again] = document.querySelectorAll('script[src*=stripe]')
  await act(async () => void again?.dispatchEvent(new Event('error')))
  await user.click(await screen.findByRole('button', { name: /could not be loaded/ }))
  expect(await screen.findByText('the card field')).toBeVisible()
  act(() => card.type({ brand: 'visa', complete: true }))
  await user.click(await payButton())
  await thanks()
  expect(calls).toHaveLength(2)
})
