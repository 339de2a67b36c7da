import { courses } from './courses'

// Table A8a of the requirements, repeated on purpose.
const table = `1 CITB Health & Safety Awareness 99 · 2 CITB Site Supervisor Safety Training Scheme 399 · 3 CITB Site Management Safety Training Scheme 499 · 4 SMSTS Refresher 299 · 5 IOSH Managing Safely 449 · 6 IOSH Working Safely 299 · 7 Level 3 Emergency First Aid 199 · 8 First Aid at Work 299 · 9 Level 2 Fire Marshall/Warden 249 · 10 Traffic Marshall/Banksman 199 · 11 CSCS Green Card Level 1 179 · 12 Asbestos Awareness 149 · 13 COSHH Awareness 149 · 14 Manual Handling 179 · 15 Working at Heights 249 · 16 Abrasive Wheels 199 · 17 Online CITB SSP 199 · 18 Online Traffic Marshall 149 · 19 Online Fire Marshall 179 · 20 Safety Management Systems 599 · 21 Leadership in Safety 499 · 22 Level 1 Food Safety & Hygiene 79 · 23 Level 2 Food Safety & Hygiene 95 · 24 Level 3 Supervising Food Safety 100 · 25 Mental Health First Aid 1-Day 95 · 26 Mental Health First Aid 2-Day 150 · 27 Paediatric First Aid 2-Day 150`

const idsOf = (category: string) => courses.filter((course) => course.category === category).map(({ id }) => id)

describe('the 27 courses', () => {
  it('R61: have the titles and prices of the table, in the order of their ids', () => {
    expect(courses.map(({ id, title, price }) => `${id} ${title} ${price}`)).toEqual(table.split(' · '))
    expect(courses.reduce((sum, { price }) => sum + price, 0)).toBe(6388)
  })

  it.each([
    ['construction', [1, 2, 3, 4, 10, 11, 12, 15, 16]],
    ['health', [5, 6, 7, 8, 9, 13, 14]],
    ['online', [17, 18, 19]],
    ['management', [20, 21]],
    ['food', [22, 23, 24]],
    ['mentalhealth', [25, 26]],
    ['paediatric', [27]],
  ])('R63: belong to %s as decided', (category, ids) => {
    expect(idsOf(category)).toEqual(ids)
  })

  it('R64: are self-paced exactly when they are online', () => {
    const durations = ['Half Day', '1 Day', '2 Days', '3 Days', '5 Days', 'Self-paced']
    for (const course of courses) {
      expect(durations).toContain(course.duration)
      expect([course.isOnline, course.duration === 'Self-paced']).toEqual(
        Array(2).fill(idsOf('online').includes(course.id)),
      )
    }
  })

  it('R62: describe themselves in one sentence of at most 72 characters, each in its own words', () => {
    for (const { shortDescription } of courses) {
      expect(shortDescription).toMatch(/^[A-Z].+\.$/)
      expect(shortDescription.slice(0, -1)).not.toContain('. ')
      expect(shortDescription.length).toBeLessThanOrEqual(72)
    }
    expect(new Set(courses.map(({ shortDescription }) => shortDescription)).size).toBe(27)
  })

  it('R62: name an image of their own', () => {
    expect(courses.map(({ image }) => image)).toEqual(courses.map(({ id }) => `/images/courses/${id}.svg`))
  })
})
