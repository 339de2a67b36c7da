/** The provider's names of the card brands, as people write them. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** `visa` → `Visa`; nothing as long as the brand is not detected (R138). */
export function brandName(brand: string): string | undefined {
  return brand === 'unknown' || brand === '' ? undefined : (names[brand] ?? brand)
}
