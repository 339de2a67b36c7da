import { assistiveTechnology } from './assistive-technology'
import { findingTheWay } from './finding-the-way'
import { keys } from './keys'
import { pointers } from './pointers'
import { sight } from './sight'
import { structure } from './structure'
import { textAlternatives } from './text-alternatives'
import { timeAndMotion } from './time-and-motion'
import { wordsAndForms } from './words-and-forms'

export { type Barrier, plantBarrier } from './barrier'

/** Small changes that keep somebody out, by which the checks are proven. */
export const barriers = [
  ...textAlternatives,
  ...structure,
  ...sight,
  ...keys,
  ...timeAndMotion,
  ...findingTheWay,
  ...pointers,
  ...wordsAndForms,
  ...assistiveTechnology,
]
