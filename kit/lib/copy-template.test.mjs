import { findNameProblem } from './copy-template.mjs'

// It made a package that webpack cannot build.
it('a name with a hyphen is refused', () => {
  expect(findNameProblem('first-aid')).toMatch(/small letters and digits/)
  expect(findNameProblem('events2')).toBeUndefined()
})
