import { Button, Spinner } from '@site/shared/ui'
import type { PanelProps, PaymentMethod } from '../payment/payment-method'
import classes from './payment-panel.module.css'
import { usePanel } from './use-panel'

type Props = PanelProps & { method: PaymentMethod; isChosen: boolean }

/** A panel once shown stays, because hiding keeps what was typed in it (D-49). */
export function PaymentPanel({ method, isChosen, ...props }: Props) {
  const { Panel, hasFailed, retry } = usePanel(method, isChosen || method.isLoadedWithPage)
  return (
    <div className={classes.panel} hidden={!isChosen}>
      {Panel && <Panel {...props} />}
      {!Panel && !hasFailed && <Spinner label={`Loading ${method.label}…`} />}
      {hasFailed && (
        <p>
          {method.label} could not be loaded.{' '}
          <Button variant="quiet" size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}
