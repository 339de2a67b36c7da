import { findNameProblem } from './copy-template.mjs'

// It made a package that webpack cannot build, or whose variable the browser does not give away.
it.each(['first-aid', 'class', 'history', 'status'])('the name %s is refused', (name) => {
  expect(findNameProblem(name)).toMatch(/small letters and digits/)
  expect(findNameProblem('events2')).toBeUndefined()
})
