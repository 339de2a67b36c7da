export const CARD_FORM_ID = 'card-form'

const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export function brandName(brand: string): string | undefined {
  return brand === 'unknown' || brand === '' ? undefined : (names[brand] ?? brand)
}
