import type { AccountReply } from '@site/shared/contracts/own-account'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { nameRules, required, requiredEmail } from '../form/field-rules'
import { PASSWORD_HINT, PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { askDone, changeEmail, changeName, changePassword } from './account-calls'
import classes from './account-page.module.css'
import { ChangeForm } from './change-form'

type Props = { account: AccountReply; onChange: (account: AccountReply) => void }

export function Details({ account: { user, isEmailConfirmed, change, isMailed }, onChange }: Props) {
  return (
    <section className={classes.details} aria-labelledby="details-title">
      <h2 className={classes.title} id="details-title">
        Your details
      </h2>
      <div className={classes.detail}>
        <h3 className={classes.name}>Name</h3>
        <p>{`${user.firstName} ${user.lastName}`}</p>
        <ChangeForm
          id="name"
          title="Change name"
          submit="Save name"
          busy="Saving..."
          rules={nameRules}
          initial={{ firstName: user.firstName, lastName: user.lastName }}
          send={changeName}
          onDone={onChange}
          said="Your name is changed."
          fields={(field) => (
            <>
              <TextField {...field('firstName')} autoComplete="given-name" maxLength={100} />
              <TextField {...field('lastName')} autoComplete="family-name" maxLength={100} />
            </>
          )}
        />
      </div>
      <div className={classes.detail}>
        <h3 className={classes.name}>Email</h3>
        <p>{user.email}</p>
        {change && (
          <p className={classes.notice}>
            {`Changing to ${change.email}: ${waitingFor(change, user.email)} Each email has a link that works for 24 hours.`}
          </p>
        )}
        {!isEmailConfirmed && isMailed && <Unconfirmed email={user.email} />}
        {isMailed && (
          <ChangeForm
            id="email"
            title="Change email address"
            submit="Send the confirmations"
            busy="Sending..."
            rules={{ email: requiredEmail('New Email'), password: required('Password') }}
            send={changeEmail}
            onDone={onChange}
            said="We have sent an email to each of the two addresses."
            note={
              <p>We write to your present address and to the new one. The change is made when both are confirmed.</p>
            }
            fields={(field) => (
              <>
                <TextField {...field('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />
                <PasswordField {...field('password')} autoComplete="current-password" />
              </>
            )}
          />
        )}
      </div>
      <div className={classes.detail}>
        <h3 className={classes.name}>Password</h3>
        <p>Hidden for your security.</p>
        <ChangeForm
          id="password"
          title="Change password"
          submit="Save password"
          busy="Saving..."
          rules={{ password: required('Present Password'), newPassword: required('New Password') }}
          send={changePassword}
          said="Your password is changed. You are signed out everywhere else."
          fields={(field) => (
            <>
              <PasswordField {...field('password')} autoComplete="current-password" />
              <PasswordField {...field('newPassword')} autoComplete="new-password" hint={PASSWORD_HINT} />
            </>
          )}
        />
      </div>
    </section>
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
    const done = `Links to confirm are in your mailbox (${email}) or on their way. Look among unwanted mail too.`
    setSaid(outcome.ok ? done : outcome.message)
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
