import { courses } from './courses'

const idsOf = (category: string) => courses.filter((course) => course.category === category).map(({ id }) => id)

describe('the 27 courses', () => {
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
