import { type ComponentProps, useState } from 'react'
import classes from './password-field.module.css'
import { TextField } from './text-field'

export const PASSWORD_HINT = '8 to 128 characters'

/** Can be shown and pasted into (D-30). */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={isShown ? 'Hide password' : 'Show password'}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </TextField>
  )
}
