import type { BookingChange, BookingReply } from '@site/shared/contracts/booking'
import type { FieldRule } from '@site/shared/form'
import { useState } from 'react'
import { BusyButton } from '../form/busy-button'
import { TextField } from '../form/text-field'
import { useForm } from '../form/use-form'
import { oneLine } from '../order/order'
import { askBooking, type BookingAccess } from './ask-booking'
import classes from './booking.module.css'

type Course = BookingReply['courses'][number]
export type BookingFormProps = { access: BookingAccess; booking: BookingReply; onStale: (message: string) => void }

const about = {
  company: { label: 'Company' },
  purchaseOrder: { label: 'Purchase order number' },
  wishes: { label: 'Wishes for dates' },
} satisfies Record<string, FieldRule>

const nameOf = (part: 'name' | 'email', { courseId }: Course, place: number) => `${part}-${courseId}-${place}`

export function BookingForm({ booking, ...props }: BookingFormProps) {
  return (
    <>
      {booking.courses.map((course) => course.confirmed && <ConfirmedCourse key={course.courseId} course={course} />)}
      {booking.isOpen && <OpenForm booking={booking} {...props} />}
      {!booking.isOpen && !booking.courses.some(({ confirmed }) => confirmed) && (
        <p>This order is not open for bookings any more. Please call us.</p>
      )}
    </>
  )
}

function OpenForm({ access, booking, onStale }: BookingFormProps) {
  const [version, setVersion] = useState(booking.version)
  const [said, setSaid] = useState('')
  const courses = booking.courses.filter(({ confirmed }) => !confirmed)
  const { rules, initial } = describeFields(booking, courses)

  async function send(values: Readonly<Record<string, string>>) {
    setSaid('')
    const outcome = await askBooking(access, { version, ...readChange(values, courses) })
    // Another page has saved meanwhile, or the desk has confirmed.
    if (!outcome.ok && outcome.reason?.startsWith('booking_')) onStale(outcome.message)
    return outcome
  }
  function handleSaved({ version }: BookingReply, _isHere: boolean, reopen: () => void) {
    reopen()
    setVersion(version)
    setSaid('Saved. You can change this until we confirm the date.')
  }
  const { isBusy, alert, action, field } = useForm('booking', rules, send, handleSaved, initial)
  return (
    <form className={classes.form} action={action} aria-labelledby="booking-title" noValidate>
      <p>Tell us what you know already. All of it is optional, and you can change it until we confirm the date.</p>
      {alert}
      {courses.map((course) => (
        <fieldset key={course.courseId} className={classes.course}>
          <legend className={classes.courseTitle}>{course.title}</legend>
          {course.people.map((_person, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no other name
            <div key={place} className={classes.person}>
              <TextField {...field(nameOf('name', course, place))} autoComplete="off" maxLength={100} />
              <TextField {...field(nameOf('email', course, place))} type="email" autoComplete="off" maxLength={254} />
            </div>
          ))}
          <p className={classes.hint}>People with an email address get the date and joining instructions from us.</p>
        </fieldset>
      ))}
      <div className={classes.person}>
        <TextField {...field('company')} autoComplete="organization" maxLength={150} />
        <TextField {...field('purchaseOrder')} autoComplete="off" maxLength={50} />
      </div>
      <TextField {...field('wishes')} rows={3} maxLength={1_000} />
      <p className={classes.actions}>
        <BusyButton type="submit" busy={isBusy ? 'Saving…' : undefined}>
          Save
        </BusyButton>
        <span role="status">{said}</span>
      </p>
    </form>
  )
}

function describeFields({ company, purchaseOrder, wishes }: BookingReply, courses: readonly Course[]) {
  const rules: Record<string, FieldRule> = {}
  const initial: Record<string, string> = { company, purchaseOrder, wishes }
  for (const course of courses) {
    for (const [place, { name, email }] of course.people.entries()) {
      const who = course.people.length > 1 ? ` of person ${place + 1}` : ''
      rules[nameOf('name', course, place)] = { label: `Name${who}` }
      rules[nameOf('email', course, place)] = { label: `Email${who}`, isEmail: true }
      initial[nameOf('name', course, place)] = name
      initial[nameOf('email', course, place)] = email
    }
  }
  return { rules: { ...rules, ...about }, initial }
}

function readChange(
  values: Readonly<Record<string, string>>,
  courses: readonly Course[],
): Omit<BookingChange, 'version'> {
  const read = (name: string) => oneLine(values[name] ?? '')
  return {
    company: read('company'),
    purchaseOrder: read('purchaseOrder'),
    wishes: (values.wishes ?? '')
      .split(/\r\n?|\n/)
      .map(oneLine)
      .join('\n'),
    courses: courses.map((course) => ({
      courseId: course.courseId,
      people: course.people.map((_person, place) => ({
        name: read(nameOf('name', course, place)),
        email: read(nameOf('email', course, place)),
      })),
    })),
  }
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/London' })

function ConfirmedCourse({ course: { title, people, confirmed } }: { course: Course }) {
  if (!confirmed) return null
  const { startsAt, endsAt, place, instructions } = confirmed
  const named = people.map(({ name, email }) => name || email).filter(Boolean)
  const facts = {
    Date: dates.formatRange(new Date(startsAt), new Date(endsAt)),
    Place: place,
    'Joining instructions': instructions,
    'Who is coming': named.join(', '),
  }
  return (
    <div className={classes.course}>
      <h3 className={classes.courseTitle}>{title}</h3>
      <dl className={classes.facts}>
        {Object.entries(facts).map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={classes.hint}>We have confirmed this date. To change anything, please call us.</p>
    </div>
  )
}
