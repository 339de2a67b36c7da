import type { AccountReply } from '@site/shared/contracts/own-account'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { askDone } from './account-calls'
import classes from './email-notice.module.css'

export function EmailNotice({ account: { user, isEmailConfirmed, change, isMailed } }: { account: AccountReply }) {
  return (
    <>
      {change && (
        <p className={classes.notice}>
          {`Changing to ${change.email}: ${waitingFor(change, user.email)} Each email has a link that works for 24 hours.`}
        </p>
      )}
      {!isEmailConfirmed && isMailed && <Unconfirmed email={user.email} />}
    </>
  )
}

function waitingFor(
  { email, isOldConfirmed, isNewConfirmed }: NonNullable<AccountReply['change']>,
  old: string,
): string {
  if (isNewConfirmed && !isOldConfirmed) return `please confirm it from ${old} too.`
  if (isOldConfirmed && !isNewConfirmed) return `please confirm it from ${email} too.`
  return 'please confirm it from both addresses.'
}

function Unconfirmed({ email }: { email: string }) {
  const [said, setSaid] = useState('')
  async function handleSend() {
    const outcome = await askDone('send-confirmation')
    setSaid(outcome.ok ? `We have written to ${email} again.` : outcome.message)
  }
  return (
    <div className={classes.notice}>
      <p>
        This address is not confirmed yet. Open the link that we have sent to it, and the orders made with it appear
        here, also those made without signing in.
      </p>
      <Button variant="quiet" size="small" className={classes.again} onClick={handleSend}>
        Send the link again
      </Button>
      <p role="status">{said}</p>
    </div>
  )
}
