import { Button, Spinner } from '@site/shared/ui'
import { type ComponentType, useEffect, useState } from 'react'
import { askBooking, type BookingAccess } from './ask-booking'
import classes from './booking.module.css'
import type { BookingFormProps } from './booking-form'

type Loaded = { Form: ComponentType<BookingFormProps>; booking: BookingFormProps['booking'] } | { message: string }

/** The form comes in a chunk of its own. @param isClosed asks first, so that the checkout needs no further call */
export function WhoIsComing({ isClosed = false, ...access }: BookingAccess & { isClosed?: boolean }) {
  const [isWanted, setIsWanted] = useState(!isClosed)
  return (
    <section className={classes.booking} aria-labelledby="booking-title">
      <h2 className={classes.title} id="booking-title">
        Who is coming?
      </h2>
      {isWanted ? (
        <Booking {...access} />
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

function Booking({ orderId, bookingKey }: BookingAccess) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [{ attempt, note }, setAttempt] = useState({ attempt: 0, note: '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again at the visitor's word, or when it is stale
  useEffect(() => {
    let isHere = true
    const show = (next: Loaded) => isHere && setLoaded(next)
    Promise.all([import('./booking-form'), askBooking({ orderId, bookingKey })]).then(
      ([{ BookingForm }, outcome]) => show(outcome.ok ? { Form: BookingForm, booking: outcome.value } : outcome),
      () => show({ message: 'The form could not be loaded.' }),
    )
    return () => {
      isHere = false
    }
  }, [orderId, bookingKey, attempt])

  function askAgain(reason = '') {
    setLoaded(undefined)
    setAttempt({ attempt: attempt + 1, note: reason })
  }

  return (
    <>
      {note && <p role="alert">{note}</p>}
      {!loaded && <Spinner label="Loading the people and dates…" />}
      {loaded && 'Form' in loaded && (
        <loaded.Form access={{ orderId, bookingKey }} booking={loaded.booking} onStale={askAgain} />
      )}
      {loaded && 'message' in loaded && (
        <p>
          {loaded.message}{' '}
          <Button variant="quiet" size="small" onClick={() => askAgain()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
