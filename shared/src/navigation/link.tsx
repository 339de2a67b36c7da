import { type ComponentProps, type MouseEvent, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From the site's root. */
  to: string
  /** Replaces the history entry; a shown address always does. */
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
  /** Before scripts navigate; never for a click that the browser handles. */
  onNavigate?: () => void
}

/**
 * Knows addresses from the root only, so it never renders again when the location changes: a page has seventy links.
 */
export function Link({ to, replace, state, preventScrollReset = false, onClick, onNavigate, ...props }: LinkProps) {
  // The router's one context that never changes.
  const router = useContext(RouterContext)?.router

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!router || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    onNavigate?.()
    void router.navigate(to, { replace: replace ?? isShown(to), state, preventScrollReset })
  }
  return <a {...props} href={to} onClick={handleClick} />
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const isModified = metaKey || ctrlKey || shiftKey || altKey
  return button === 0 && !isModified && ['', '_self'].includes(currentTarget.target)
}

function isShown(to: string): boolean {
  return new URL(to, window.location.href).href === window.location.href
}
