/** UI parts with two or more users; one copy on the page. */
export { Button, ButtonLink } from './button'
export { Card, Tag } from './card'
export { Dialog } from './dialog'
export { PageOpening } from './page-opening'
export { Spinner } from './spinner'
export { VisuallyHidden } from './visually-hidden'
