import { company } from '@site/shared/company'
import type { AccountReply } from '@site/shared/contracts/own-account'
import { sessionStore } from '@site/shared/session'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { required } from '../form/field-rules'
import { PasswordField } from '../form/password-field'
import { askDone } from './account-calls'
import classes from './account-page.module.css'
import { ChangeForm } from './change-form'
import { timeOf } from './dates'

export function SignedInPlaces({ sessions }: Pick<AccountReply, 'sessions'>) {
  const [failure, setFailure] = useState('')
  const { signOut } = sessionStore().getState()
  async function handleEverywhere() {
    const outcome = await askDone('sign-out-everywhere')
    if (outcome.ok) signOut()
    else setFailure(outcome.message)
  }
  return (
    <section className={classes.places} aria-labelledby="places-title">
      <h2 className={classes.title} id="places-title">
        Where you are signed in
      </h2>
      <ul className={classes.signedInPlacesList}>
        {sessions.map(({ since, lastSeen, isThis }) => (
          <li key={`${since} ${lastSeen}`} className={classes.place}>
            <strong>{isThis ? 'In this browser' : 'In another browser'}</strong>
            <span className={classes.times}>{`since ${timeOf(since)}, last used ${timeOf(lastSeen)}`}</span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        You are signed out after two hours without use, and after twelve hours at the latest.
      </p>
      <p className={classes.signedInPlacesActions}>
        <Button variant="secondary" size="small" onClick={signOut}>
          Sign out here
        </Button>
        <Button variant="secondary" size="small" onClick={handleEverywhere}>
          Sign out everywhere
        </Button>
      </p>
      <p role="status">{failure}</p>
    </section>
  )
}

export function DeleteAccount({ isEmailConfirmed, onDeleted }: { isEmailConfirmed: boolean; onDeleted: () => void }) {
  return (
    <section className={classes.places} aria-labelledby="delete-title">
      <h2 className={classes.title} id="delete-title">
        Delete your account
      </h2>
      <p>Your account, your name and your sessions are deleted at once, and nobody can bring them back.</p>
      <p>
        {isEmailConfirmed
          ? 'Of your orders we must keep for tax law what was sold, when and for how much, and the receipts with the name on ' +
            'them. Otherwise your name and your email address are taken out of the orders, so that you cannot find ' +
            'them again, and payments not finished are given up. Save the receipts you need first.'
          : 'Your email address is not confirmed, so orders made with it are not touched. To have your name taken out ' +
            `of them too, confirm the address first, or write to ${company.email}.`}
      </p>
      <ChangeForm
        id="delete"
        title="Delete account"
        submit="Delete my account now"
        busy="Deleting..."
        rules={{ password: required('Password') }}
        send={(values) => askDone('delete', values)}
        onDone={onDeleted}
        fields={(field) => <PasswordField {...field('password')} autoComplete="current-password" />}
      />
    </section>
  )
}
