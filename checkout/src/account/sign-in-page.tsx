import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { required, requiredEmail } from '../form/field-rules'
import { PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { FormFrame } from './form-frame'
import { useAccountForm } from './use-account-form'

const rules = { email: requiredEmail('Email'), password: required('Password') }

export default function SignInPage() {
  const form = useAccountForm('sign-in', rules, 'login', 'Login failed')
  return (
    <FormFrame
      form={form}
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
      <TextField {...form.field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
      <PasswordField {...form.field('password')} autoComplete="current-password" />
    </FormFrame>
  )
}
