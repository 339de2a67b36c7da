import classes from './icon.module.css'
import type { IconName } from './icon-sprite'

/** What every document has a drawing of, by name; what one page alone shows, by its lines. */
type Props = { name: IconName; line?: never } | { name?: never; line: string }

/** Decoration beside a text; what it stands for is always said in words too. */
export function Icon({ name, line }: Props) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      {name ? <use href={`#icon-${name}`} /> : <path d={line} />}
    </svg>
  )
}
