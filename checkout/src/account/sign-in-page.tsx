import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { signInRules } from './account-fields'
import { AccountPage } from './account-page'
import { fieldsOf } from './fields-of'
import { requestSignIn } from './request-session'
import { useAccountForm } from './use-account-form'

const empty = { email: '', password: '' }

/** `/login` (R110–R113). */
export default function SignInPage() {
  const { form, action } = useAccountForm(signInRules, empty, requestSignIn)
  const { field, problems } = fieldsOf('sign-in', signInRules, form)
  return (
    <AccountPage
      form={form}
      action={action}
      problems={problems}
      title="Sign in"
      path={paths.signIn}
      description="Sign in to your account to check out with your details filled in."
      button="Sign in"
      busyButton="Signing in..."
      footer={<Link to={paths.signUp}>No account? Create one</Link>}
    >
      <TextField {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
      <PasswordField {...field('password')} autoComplete="current-password" />
    </AccountPage>
  )
}
