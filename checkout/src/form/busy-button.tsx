import { Button, Spinner } from '@site/shared/ui'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof Button>, 'aria-label'> & {
  /** What is going on; absent: nothing is. */
  busy: string | undefined
}

/** A button that cannot be pressed twice, and says what is going on in its text's place. */
export function BusyButton({ busy, disabled, children, ...props }: Props) {
  // What stands in it is a status, which gives a button no name (WCAG 4.1.2).
  return (
    <Button {...props} disabled={busy !== undefined || disabled} aria-label={busy}>
      {busy === undefined ? children : <Spinner label={busy} />}
    </Button>
  )
}
