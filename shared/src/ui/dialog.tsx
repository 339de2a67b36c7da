import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './dialog.late.module.css'

type DialogProps = {
  title: string
  /** Called once the dialog has closed, however that happened; unmount the dialog then. */
  onClose: () => void
  children: ReactNode
  /** Stays in view below the text. */
  footer?: ReactNode
}

/**
 * A modal dialog that is open as long as it is rendered. It closes by its button, by a click on the
 * overlay and by Escape, and gives the focus back (R74, R91, D-20). The browser keeps the focus
 * inside; the shell's reset keeps the page behind any modal dialog from scrolling.
 */
export function Dialog({ title, onClose, children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedOnOverlay = useRef(false)
  const titleId = useId()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  // The panel covers the dialog's box, so what hits the dialog itself has hit the overlay. Both ends of
  // the click must: dragging a text selection out of the panel is not a wish to close.
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
