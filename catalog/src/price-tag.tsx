import { formatPounds, totalsOf } from '@site/shared/money'
import classes from './price-tag.module.css'

type PriceTagProps = {
  /** Pounds, without VAT. */
  price: number
  /** What the price is for, for example `per person`. */
  unit?: string
}

/** A price in pounds with two decimals, and the same with VAT (R57, R104, D-26). */
export function PriceTag({ price, unit }: PriceTagProps) {
  const { total } = totalsOf([{ price, quantity: 1 }])
  return (
    <p className={classes.tag}>
      <strong className={classes.price}>{formatPounds(price)}</strong> {unit && <span>{`${unit} `}</span>}
      <span className={classes.vat}>plus VAT</span>
      <span className={classes.total}>{`${formatPounds(total)} with VAT`}</span>
    </p>
  )
}
