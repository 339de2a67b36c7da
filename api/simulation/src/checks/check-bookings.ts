import type { Breach, Evidence } from './evidence'

type Sent = { id: string; to: string; text: string }

export function checkBookings({ world, records }: Evidence): Breach[] {
  const mails = [...world.mailServer.mails.values()]
  return records.bookings.flatMap(({ order_id: id, email, company, people, confirmed }): Breach[] => {
    const texts: string[] = []
    const expected = world.booked.get(id) ?? ['']
    if (!expected.includes(company)) texts.push(`keeps "${company}" and not ${expected.join(' or ')}`)
    for (const { courseId, sequence, startsAt } of confirmed) {
      const about = `${courseId}.${sequence}`
      const own = mails.filter((mail) => isAbout(mail, id, about))
      const addresses = own.map(({ to }) => to).sort()
      const wanted = [...new Set([email, ...people.map((person) => person.email)])].sort()
      if (addresses.join() !== wanted.join())
        texts.push(`${wanted.join()} are to know the date, and ${addresses.join()} do`)
      const day = `${new Date(startsAt).getUTCDate()} January 2040`
      if (own.some(({ text }) => !text.includes(day))) texts.push(`a mail about it names another day than ${day}`)
    }
    return texts.map((text) => ({ invariant: 'booking', text: `the booking of ${id}: ${text}`, about: [id] }))
  })
}

function isAbout({ id }: Sent, orderId: string, about: string): boolean {
  return [`<${orderId}.booking_confirmed.${about}@`, `<${orderId}.place_confirmed.${about}.`].some((it) =>
    id.startsWith(it),
  )
}
