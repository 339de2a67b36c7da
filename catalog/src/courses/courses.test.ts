import { courses } from './courses'

it('R64: courses are self-paced exactly when they are online', () => {
  const online = courses.filter(({ isOnline }) => isOnline).map(({ id }) => id)
  const selfPaced = courses.filter(({ duration }) => duration === 'Self-paced').map(({ id }) => id)
  expect([online, selfPaced]).toEqual(Array(2).fill([17, 18, 19]))
})

it('R62: courses describe themselves in one sentence of at most 72 characters, each in its own words', () => {
  for (const { shortDescription } of courses) {
    expect(shortDescription).toMatch(/^[A-Z].+\.$/)
    expect(shortDescription.slice(0, -1)).not.toContain('. ')
    expect(shortDescription.length).toBeLessThanOrEqual(72)
  }
  expect(new Set(courses.map(({ shortDescription }) => shortDescription)).size).toBe(27)
})
