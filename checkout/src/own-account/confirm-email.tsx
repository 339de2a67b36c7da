import type { ConfirmEmailReply } from '@site/shared/contracts/own-account'
import { useState } from 'react'
import { Alert } from '../form/alert'
import { BusyButton } from '../form/busy-button'
import { confirmEmail } from './account-calls'
import classes from './account-page.module.css'

/** Asks first: mail scanners open links too (R195, R197). */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof confirmEmail>>>()
  async function handleConfirm() {
    setIsBusy(true)
    const answer = await confirmEmail(token)
    setIsBusy(false)
    setOutcome(answer)
    if (answer.ok) onDone()
  }
  if (outcome?.ok) {
    return (
      <p className={classes.confirmEmailDone} role="status">
        {wordsFor(outcome.value)}
      </p>
    )
  }
  return (
    <section className={classes.confirm} aria-labelledby="confirm-title">
      <h2 className={classes.title} id="confirm-title">
        Confirm your email address
      </h2>
      {outcome && <Alert occasion={outcome}>{outcome.message}</Alert>}
      <p>You have opened a link from one of our emails. Please confirm only what you asked for yourself.</p>
      <p>
        <BusyButton onClick={handleConfirm} busy={isBusy ? 'Confirming...' : undefined}>
          Confirm
        </BusyButton>
      </p>
    </section>
  )
}

function wordsFor({ outcome, user }: ConfirmEmailReply) {
  if (outcome === 'half') return 'Confirmed. The address is changed when the other one has confirmed it too.'
  if (outcome === 'changed') return `Confirmed. The email address of your account is now ${user.email}.`
  return 'Your email address is confirmed. The orders made with it are in your account.'
}
