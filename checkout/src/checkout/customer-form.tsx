import { validateFields } from '@site/shared/form'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { isAuthenticated, sessionStore, useSession } from '@site/shared/session'
import { Button } from '@site/shared/ui'
import { useEffect } from 'react'
import { nameRules, requiredEmail } from '../form/field-rules'
import { TextField } from '../form/text-field'
import { type Customer, oneLine } from '../order/order'
import { orderStore, setCustomer, useOrder } from '../order/order-store'
import classes from './checkout-form.module.css'

const customerRules = { ...nameRules, email: requiredEmail('Email Address') }

/**
 * Missing fields come before wrong ones (R142). The customer comes back trimmed (R161); without a message it is valid.
 */
export function checkCustomer(typed: Customer, missingMessage: string) {
  const customer = {
    firstName: oneLine(typed.firstName),
    lastName: oneLine(typed.lastName),
    email: oneLine(typed.email),
  }
  const errors = validateFields(customerRules, customer)
  const message = Object.values(customer).includes('') ? missingMessage : errors.email
  return { customer, errors, message }
}

export const customerFieldId = (name: string) => `checkout-${name}`

export function CustomerForm({ isBusy, hasTried }: { isBusy: boolean; hasTried: boolean }) {
  const customer = useOrder((state) => state.customer)
  const user = useSession((session) => session.user)
  useEffect(() => {
    const isBlank = Object.values(orderStore.getState().customer).every((text) => text === '')
    if (user && isBlank) setCustomer({ firstName: user.firstName, lastName: user.lastName, email: user.email })
  }, [user])

  const errors = hasTried ? validateFields(customerRules, customer) : {}
  const field = (name: keyof Customer) => ({
    id: customerFieldId(name),
    name,
    label: `${customerRules[name].label} *`,
    value: customer[name],
    error: errors[name],
    required: true,
    readOnly: isBusy,
    onChange: ({ target }: { target: HTMLInputElement }) => setCustomer({ [name]: target.value }),
  })
  return (
    <section className={classes.section} aria-labelledby="customer-title">
      <h2 className={classes.title} id="customer-title">
        Your Information
      </h2>
      <AccountStatus />
      <p className={classes.note}>Fields marked * are required.</p>
      <form
        className={classes.form}
        aria-labelledby="customer-title"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField {...field('firstName')} autoComplete="given-name" maxLength={100} />
        <TextField {...field('lastName')} autoComplete="family-name" maxLength={100} />
        <div className={classes.wide}>
          <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" maxLength={254} />
        </div>
      </form>
    </section>
  )
}

function AccountStatus() {
  const isSignedIn = useSession(isAuthenticated)
  const user = useSession((session) => session.user)
  if (!isSignedIn) {
    return (
      <p className={classes.status}>
        Already have an account? <Link to={paths.signIn}>Sign in</Link>
      </p>
    )
  }
  return (
    <p className={classes.status}>
      <span>{user ? `Signed in as ${user.firstName} ${user.lastName}` : 'Signed in'}</span>
      <Button variant="quiet" size="small" onClick={() => sessionStore().getState().signOut()}>
        Sign out
      </Button>
    </p>
  )
}
