import type { AccountReply } from '@site/shared/contracts/own-account'
import { sessionStore } from '@site/shared/session'
import { Button } from '@site/shared/ui'
import { useState } from 'react'
import { askDone } from './account-calls'
import { timeOf } from './dates'
import classes from './signed-in-places.module.css'

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
      <ul className={classes.list}>
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
      <p className={classes.actions}>
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
