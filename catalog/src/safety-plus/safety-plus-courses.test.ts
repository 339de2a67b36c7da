import { safetyPlusCourses } from './safety-plus-courses'

describe('the two Safety Plus courses', () => {
  it.each([
    ['R69', { id: 17, price: 299, duration: '1 Day', maxStudents: 20, passMark: '70%', validity: '5 years' }],
    ['R70', { id: 2, price: 395, duration: '2 Days', maxStudents: 16, passMark: '80%', validity: '5 years' }],
  ])('%s: has the facts of the specification', (_, facts) => {
    expect(safetyPlusCourses.find(({ id }) => id === facts.id)).toMatchObject(facts)
  })

  it('R68: are one of each kind, online and classroom', () => {
    expect(safetyPlusCourses.map(({ badge }) => badge)).toEqual(['Online', 'Classroom'])
  })

  it.each(safetyPlusCourses)('R72: $title fills every field of its details', (course) => {
    for (const text of [course.description, course.prerequisites, course.assessment, course.certificate]) {
      expect(text).not.toBe('')
    }
    expect(course.assessment).toContain(course.passMark)
    for (const list of [course.syllabus, course.learningOutcomes, course.startDates, course.reviews]) {
      expect(list.length).toBeGreaterThanOrEqual(2)
    }
  })

  it.each(safetyPlusCourses)('R73: $title has reviews with a number, a short name and 1 to 5 stars', ({ reviews }) => {
    expect(new Set(reviews.map(({ id }) => id)).size).toBe(reviews.length)
    for (const { name, rating } of reviews) {
      expect(name).toMatch(/^[A-Z][a-z]+ [A-Z]\.$/)
      expect([1, 2, 3, 4, 5]).toContain(rating)
    }
  })
})
