import { Button } from '@site/shared/ui'
import { useEffect, useRef } from 'react'
import classes from './removal-notice.module.css'
import type { Removal } from './use-removal'

type Props = { removal: Removal; onUndo: (removal: Removal) => void }

/** The notice takes the focus, not Undo: holding Enter must not undo the removal. */
export function RemovalNotice({ removal, onUndo }: Props) {
  const notice = useRef<HTMLLIElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const { title } = removal.item
  return (
    <li ref={notice} className={classes.notice} tabIndex={-1}>
      <p>{title} was removed.</p>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Undo the removal of ${title}`}
        onClick={() => onUndo(removal)}
      >
        Undo
      </Button>
    </li>
  )
}
