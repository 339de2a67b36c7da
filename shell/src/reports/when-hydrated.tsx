import { type ReactNode, useEffect } from 'react'

type Props = { onHydrated: () => void; children: ReactNode }

/** Says that everything around the page, header and cart, has been taken over; a page that comes later is not waited for. */
export function WhenHydrated({ onHydrated, children }: Props) {
  useEffect(() => onHydrated(), [onHydrated])
  return children
}
