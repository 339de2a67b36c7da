import { formatPounds, totalsOf } from '@site/shared/money'
import classes from './price-tag.module.css'

type PriceTagProps = {
  /** Pounds, without VAT. */
  price: number
  unit?: string
}

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
