import { usePriceChanges } from '@site/shared/cart'
import { formatPounds } from '@site/shared/money'
import classes from './price-changes.module.css'

export function PriceChanges() {
  const changes = usePriceChanges()
  return (
    <ul className={classes.list}>
      {changes.map(({ id, title, from, to }) => (
        <li key={`${id} ${from} ${to}`}>
          <strong>{title}</strong>
          {to === null ? (
            ' is no longer sold and has been taken out of your cart.'
          ) : (
            <>
              {' '}
              now costs <strong>{formatPounds(to)}</strong> instead of {formatPounds(from)} for one person.
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
