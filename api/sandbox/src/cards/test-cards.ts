/** Card behaviours, named as Stripe documents them. The two late ones are ours. */
export type CardBehaviour =
  | { type: 'succeeds' }
  | { type: 'declined'; code: string; declineCode?: string; message: string }
  | { type: 'asks' }
  | { type: 'processed_late'; succeeds: boolean }

export type TestCard = { brand: string; behaviour: CardBehaviour }

const card = (behaviour: CardBehaviour, brand = 'visa'): TestCard => ({ brand, behaviour })
const declined = (message: string, code: string, declineCode?: string): TestCard =>
  card({ type: 'declined', code, message, ...(declineCode && { declineCode }) })

const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': card({ type: 'succeeds' }),
  '5555555555554444': card({ type: 'succeeds' }, 'mastercard'),
  '378282246310005': card({ type: 'succeeds' }, 'amex'),
  '4000000000000002': declined('Your card was declined.', 'card_declined', 'generic_decline'),
  '4000000000009995': declined('Your card has insufficient funds.', 'card_declined', 'insufficient_funds'),
  '4000000000000069': declined('Your card has expired.', 'expired_card'),
  '4000000000000127': declined("Your card's security code is incorrect.", 'incorrect_cvc'),
  '4000000000000119': declined('An error occurred with your card. Try again.', 'processing_error'),
  '4000002500003155': card({ type: 'asks' }),
  '4000000000003220': card({ type: 'asks' }),
  '4000000000007007': card({ type: 'processed_late', succeeds: true }),
  '4000000000008005': card({ type: 'processed_late', succeeds: false }),
}

/** @returns `undefined` for any other number: the sandbox takes no real card */
export const findTestCard = (number: string): TestCard | undefined => cards[number.replace(/\s/g, '')]
