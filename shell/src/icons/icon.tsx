import classes from './icon.module.css'
import type { IconName } from './icon-sprite'

/** `name`: drawn in every document. `line`: drawn by one page alone. */
type Props = { name: IconName; line?: never } | { name?: never; line: string }

export function Icon({ name, line }: Props) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      {name ? <use href={`#icon-${name}`} /> : <path d={line} />}
    </svg>
  )
}
