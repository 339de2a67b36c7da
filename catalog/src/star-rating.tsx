import classes from './star-rating.module.css'

const MAX_RATING = 5

export function StarRating({ rating }: { rating: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${rating} out of ${MAX_RATING} stars`}>
      {'★'.repeat(rating)}
      {'☆'.repeat(MAX_RATING - rating)}
    </span>
  )
}
