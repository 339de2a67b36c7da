import classes from './all-required.module.css'

/** Several fields, all required (WCAG 3.3.2). */
export function AllRequired({ fields }: { fields: object }) {
  return Object.keys(fields).length > 1 && <p className={classes.note}>All fields are required.</p>
}
