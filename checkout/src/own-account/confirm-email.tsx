import { useState } from 'react'
import { Alert } from '../form/alert'
import { BusyButton } from '../form/busy-button'
import { confirmEmail, type Outcome } from './account-calls'
import classes from './account-page.module.css'

type Props = { token: string; onDone: () => void }
type Confirmed = Awaited<ReturnType<typeof confirmEmail>>

/** Asks first: mail scanners open links too (R195, R197). */
export function ConfirmEmail({ token, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Confirmed>()
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
        {wordsFor(outcome)}
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

function wordsFor({
  value: { outcome, user },
}: Extract<Outcome<{ outcome: string; user: { email: string } }>, { ok: true }>) {
  if (outcome === 'half') return 'Confirmed. The address is changed when the other one has confirmed it too.'
  if (outcome === 'changed') return `Confirmed. The email address of your account is now ${user.email}.`
  return 'Your email address is confirmed. The orders made with it are in your account.'
}
