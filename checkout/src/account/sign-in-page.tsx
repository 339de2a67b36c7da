import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { fieldsOf } from '../form/use-form'
import { FormFrame } from './form-frame'
import { requestSignIn, signInRules, useAccountForm } from './use-account-form'

const empty = { email: '', password: '' }

export default function SignInPage() {
  const { form, action } = useAccountForm(signInRules, empty, requestSignIn)
  const { field, problems } = fieldsOf('sign-in', signInRules, form)
  return (
    <FormFrame
      form={form}
      action={action}
      problems={problems}
      title="Sign in"
      path={paths.signIn}
      description="Sign in to your account to check out with your details filled in."
      note="You do not need an account to buy a course."
      button="Sign in"
      busyButton="Signing in..."
      isForVisitors
      footer={
        <>
          <Link to={paths.signUp}>No account? Create one</Link>
          <Link to={paths.reset}>Forgotten your password?</Link>
        </>
      }
    >
      <TextField {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
      <PasswordField {...field('password')} autoComplete="current-password" />
    </FormFrame>
  )
}
