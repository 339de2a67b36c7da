import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { sessionStore } from '@site/shared/session'
import { PageOpening } from '@site/shared/ui'
import { useState } from 'react'
import { readAccount, useOwn } from './account-calls'
import classes from './account-page.module.css'
import { ConfirmEmail } from './confirm-email'
import { Details } from './details'
import { NotHere } from './not-here'
import { OrderList } from './order-list'
import { DeleteAccount, SignedInPlaces } from './signed-in-places'
import { useMailedToken } from './use-mailed-token'

export default function AccountPage() {
  const { outcome, retry, refresh, setValue } = useOwn(readAccount)
  const token = useMailedToken()
  const [isDeleted, setIsDeleted] = useState(false)
  const account = outcome?.ok ? outcome.value : undefined

  function handleDeleted() {
    setIsDeleted(true)
    sessionStore().getState().signOut()
  }
  return (
    <>
      <PageHead
        title="Your account"
        description="Your orders, your name, email address and password, and where you are signed in."
        path={paths.account}
        noindex
      />
      <PageOpening title="Your account" lead="Your orders, your details, and where you are signed in." />
      <div className={classes.content}>
        {isDeleted && (
          <p className={classes.deleted} role="status">
            Your account is deleted.
          </p>
        )}
        {!outcome?.ok && !isDeleted && (
          <NotHere
            outcome={outcome}
            what="your account"
            signedOutNote={
              token && 'To confirm your email address, sign in first. Then open the link in the email again.'
            }
            onRetry={retry}
          />
        )}
        {account && (
          <div className={classes.columns}>
            <div className={classes.main}>
              {token && <ConfirmEmail key={token} token={token} onDone={refresh} />}
              <OrderList
                key={`${account.user.email} ${account.isEmailConfirmed}`}
                isEmailConfirmed={account.isEmailConfirmed}
              />
            </div>
            <div className={classes.aside}>
              <Details account={account} onChange={setValue} />
            </div>
            <div className={classes.main}>
              <SignedInPlaces sessions={account.sessions} />
              <DeleteAccount isEmailConfirmed={account.isEmailConfirmed} onDeleted={handleDeleted} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}
