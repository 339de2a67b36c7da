import classes from './all-required.module.css'

/** Says it of a form of several fields, none of which may be left out (WCAG 3.3.2); of one alone it goes without saying. */
export function AllRequired({ fields }: { fields: object }) {
  return Object.keys(fields).length > 1 && <p className={classes.note}>All fields are required.</p>
}
