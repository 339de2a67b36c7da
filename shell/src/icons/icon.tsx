import classes from './icon.module.css'
import { iconFile, iconsInFile } from './icon-file'
import type { IconName } from './icon-sprite'

/** Decoration beside a text; what it stands for is always said in words too. The document or a file holds the drawing. */
export function Icon({ name }: { name: IconName }) {
  const place = iconsInFile.includes(name) ? iconFile : ''
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${place}#icon-${name}`} />
    </svg>
  )
}
