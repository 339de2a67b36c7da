import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './dialog.late.module.css'

type DialogProps = {
  title: string
  /** However it was closed; unmount the dialog then. */
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
}

/**
 * Open as long as it is rendered. Closes by its button, the overlay and Escape, and gives the focus back (R74, R91,
 * D-20).
 */
export function Dialog({ title, onClose, children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedOnOverlay = useRef(false)
  const titleId = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  // Both ends of a click must hit the overlay: dragging a selection out of the panel must not close it.
  function handlePointerDown(event: PointerEvent) {
    isPressedOnOverlay.current = event.target === event.currentTarget
  }
  function handleClick(event: MouseEvent) {
    if (isPressedOnOverlay.current && event.target === event.currentTarget) dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog on Escape
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={handlePointerDown}
      onClick={handleClick}
    >
      <div className={classes.panel}>
        <div className={classes.header}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          <button type="button" className={classes.close} aria-label="Close" onClick={() => dialog.current?.close()}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
