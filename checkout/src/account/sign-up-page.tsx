import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { PasswordField } from '../form/password-field'
import { TextField } from '../form/text-field'
import { fieldsOf } from '../form/use-form'
import { FormFrame } from './form-frame'
import { requestSignUp, signUpRules, useAccountForm } from './use-account-form'

const empty = { firstName: '', lastName: '', email: '', password: '' }

export default function SignUpPage() {
  const { form, action } = useAccountForm(signUpRules, empty, requestSignUp)
  const { field, problems } = fieldsOf('sign-up', signUpRules, form)
  return (
    <FormFrame
      form={form}
      action={action}
      problems={problems}
      title="Create your account"
      path={paths.signUp}
      description="Create an account, so that your details are filled in when you check out."
      note="You do not need an account to buy a course."
      button="Create account"
      busyButton="Creating account..."
      isForVisitors
      footer={<Link to={paths.signIn}>Already have an account? Sign in</Link>}
    >
      <TextField {...field('firstName')} autoComplete="given-name" maxLength={100} />
      <TextField {...field('lastName')} autoComplete="family-name" maxLength={100} />
      <TextField {...field('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />
      <PasswordField {...field('password')} autoComplete="new-password" hint="8 to 128 characters" />
    </FormFrame>
  )
}
