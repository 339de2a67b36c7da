import { type ComponentProps, type MouseEvent, useContext } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of this site, from its root. */
  to: string
  /** Takes the place of the entry being left; an address that is shown already always does. */
  replace?: boolean
  /** Kept with the entry of the history. */
  state?: unknown
  /** Stays where the visitor has scrolled to. */
  preventScrollReset?: boolean
  /** Called before the visitor is taken there by scripts, and never for a click that is left to the browser. */
  onNavigate?: () => void
}

/**
 * A link to a page of the site. Unlike the router's own it knows addresses from the root only, so it has
 * nothing to work out, or to render again, when the location changes: a page has seventy of them.
 */
export function Link({ to, replace, state, preventScrollReset = false, onClick, onNavigate, ...props }: LinkProps) {
  // The one context of the router that stays the same for ever.
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

/** With a modifier key, another button or a target of its own the browser knows best. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const isModified = metaKey || ctrlKey || shiftKey || altKey
  return button === 0 && !isModified && ['', '_self'].includes(currentTarget.target)
}

function isShown(to: string): boolean {
  return new URL(to, window.location.href).href === window.location.href
}
