/** Card behaviours, named as Stripe documents them. Stripe has no counterpart to the two late ones. */
export type CardBehaviour =
  | { type: 'succeeds' }
  | { type: 'declined'; code: string; declineCode?: string; message: string }
  | { type: 'asks' }
  | { type: 'processed_late'; succeeds: boolean }

export type TestCard = { brand: string; behaviour: CardBehaviour }

const declined = (declineCode: string, message: string): CardBehaviour => ({
  type: 'declined',
  code: 'card_declined',
  declineCode,
  message,
})

const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', behaviour: { type: 'succeeds' } },
  '5555555555554444': { brand: 'mastercard', behaviour: { type: 'succeeds' } },
  '378282246310005': { brand: 'amex', behaviour: { type: 'succeeds' } },
  '4000000000000002': { brand: 'visa', behaviour: declined('generic_decline', 'Your card was declined.') },
  '4000000000009995': { brand: 'visa', behaviour: declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000000069': {
    brand: 'visa',
    behaviour: { type: 'declined', code: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    behaviour: { type: 'declined', code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    brand: 'visa',
    behaviour: { type: 'declined', code: 'processing_error', message: 'An error occurred with your card. Try again.' },
  },
  '4000002500003155': { brand: 'visa', behaviour: { type: 'asks' } },
  '4000000000003220': { brand: 'visa', behaviour: { type: 'asks' } },
  '4000000000007007': { brand: 'visa', behaviour: { type: 'processed_late', succeeds: true } },
  '4000000000008005': { brand: 'visa', behaviour: { type: 'processed_late', succeeds: false } },
}

/** @returns `undefined` for any other number: the sandbox takes no real card */
export const findTestCard = (number: string): TestCard | undefined => cards[number.replace(/\s/g, '')]
