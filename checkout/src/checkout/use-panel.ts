import { type ComponentType, useEffect, useState } from 'react'
import type { PanelProps, PaymentMethod } from '../payment/payment-method'

export function usePanel(method: PaymentMethod, isWanted: boolean) {
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!isWanted || Panel || hasFailed) return
    let isHere = true
    method.loadPanel().then(
      // A component is a function: React would call it as an updater.
      (loaded) => isHere && setPanel(() => loaded.Panel),
      (error) => {
        console.warn(`The panel for ${method.label} could not be loaded`, error)
        if (isHere) setHasFailed(true)
      },
    )
    return () => {
      isHere = false
    }
  }, [method, isWanted, Panel, hasFailed])

  return { Panel, hasFailed, retry: () => setHasFailed(false) }
}
