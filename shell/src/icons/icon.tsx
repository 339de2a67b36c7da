import classes from './icon.module.css'
import type { IconName } from './icon-sprite'

/** Decoration beside a text; what it stands for is always said in words too. The document holds the drawings. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  )
}
