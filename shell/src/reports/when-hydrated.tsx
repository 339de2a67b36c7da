import { type ReactNode, useEffect } from 'react'

type Props = { onHydrated: () => void; children: ReactNode }

/** When header and cart are interactive; later page modules are not waited for. */
export function WhenHydrated({ onHydrated, children }: Props) {
  useEffect(() => onHydrated(), [onHydrated])
  return children
}
