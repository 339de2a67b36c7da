/** UI parts with two or more users; one copy on the page. */
export { Button, ButtonLink } from './button'
export { Dialog } from './dialog'
export { Card, PageOpening, Spinner, Tag, VisuallyHidden } from './parts'
