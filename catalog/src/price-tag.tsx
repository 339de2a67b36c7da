import { formatPounds, totalsOf } from '@site/shared/money'
import classes from './price-tag.module.css'

/** `price`: pounds, without VAT. */
export function PriceTag({ price, unit }: { price: number; unit?: string }) {
  const { total } = totalsOf([{ price, quantity: 1 }])
  return (
    <p className={classes.tag}>
      <strong className={classes.price}>{formatPounds(price)}</strong> {unit && <span>{`${unit} `}</span>}
      <span>plus VAT</span>
      <span className={classes.total}>{`${formatPounds(total)} with VAT`}</span>
    </p>
  )
}
