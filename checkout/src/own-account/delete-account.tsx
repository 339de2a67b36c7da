import { company } from '@site/shared/company'
import { PasswordField } from '../form/password-field'
import { askDone } from './account-calls'
import { ChangeForm } from './change-form'
import { deleteRules } from './field-rules'
import classes from './signed-in-places.module.css'

type Props = { isEmailConfirmed: boolean; onDeleted: () => void }

export function DeleteAccount({ isEmailConfirmed, onDeleted }: Props) {
  return (
    <section aria-labelledby="delete-title">
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
        rules={deleteRules}
        initial={{ password: '' }}
        send={(values) => askDone('delete', values)}
        onDone={() => {
          onDeleted()
          return undefined
        }}
        fields={(field) => <PasswordField {...field('password')} autoComplete="current-password" />}
      />
    </section>
  )
}
