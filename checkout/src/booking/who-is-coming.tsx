import { Button, Spinner } from '@site/shared/ui'
import { useState } from 'react'
import { useLoaded } from '../use-loaded'
import { askBooking, type BookingAccess } from './ask-booking'
import classes from './booking.module.css'

/** The form comes in a chunk of its own. @param isClosed asks first, so that the checkout needs no further call */
export function WhoIsComing({ isClosed = false, ...access }: BookingAccess & { isClosed?: boolean }) {
  const [isWanted, setIsWanted] = useState(!isClosed)
  return (
    <section className={classes.booking} aria-labelledby="booking-title">
      <h2 className={classes.title} id="booking-title">
        Who is coming?
      </h2>
      {isWanted ? (
        <Booking key={access.bookingKey} {...access} />
      ) : (
        <>
          <p>If you like, tell us the people, your company and the dates that suit you. You can also do it later.</p>
          <p>
            <Button variant="secondary" onClick={() => setIsWanted(true)}>
              Enter people and dates
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

function Booking(access: BookingAccess) {
  const [note, setNote] = useState('')
  const { value, hasFailed, retry } = useLoaded('The booking form', () =>
    Promise.all([import('./booking-form'), askBooking(access)]),
  )
  const [form, outcome] = value ?? []

  function askAgain(reason = '') {
    setNote(reason)
    retry()
  }

  return (
    <>
      {note && <p role="alert">{note}</p>}
      {!value && !hasFailed && <Spinner label="Loading the people and dates…" />}
      {form && outcome?.ok && <form.BookingForm access={access} booking={outcome.value} onStale={askAgain} />}
      {(hasFailed || outcome?.ok === false) && (
        <p>
          {outcome?.ok === false ? outcome.message : 'The form could not be loaded.'}{' '}
          <Button variant="quiet" size="small" onClick={() => askAgain()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
