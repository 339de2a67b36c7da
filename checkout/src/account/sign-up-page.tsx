import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { nameRules, required, requiredEmail } from '../form/field-rules'
import { PASSWORD_HINT, PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { FormFrame } from './form-frame'
import { useAccountForm } from './use-account-form'

/** Password rules are the server's (D-30). */
const rules = { ...nameRules, email: requiredEmail('Email'), password: required('Password') }

export default function SignUpPage() {
  const form = useAccountForm('sign-up', rules, 'register', 'Registration failed')
  return (
    <FormFrame
      form={form}
      title="Create your account"
      path={paths.signUp}
      description="Create an account, so that your details are filled in when you check out."
      note="You do not need an account to buy a course."
      button="Create account"
      busyButton="Creating account..."
      isForVisitors
      footer={<Link to={paths.signIn}>Already have an account? Sign in</Link>}
    >
      <TextField {...form.field('firstName')} autoComplete="given-name" maxLength={100} />
      <TextField {...form.field('lastName')} autoComplete="family-name" maxLength={100} />
      <TextField {...form.field('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />
      <PasswordField {...form.field('password')} autoComplete="new-password" hint={PASSWORD_HINT} />
    </FormFrame>
  )
}
