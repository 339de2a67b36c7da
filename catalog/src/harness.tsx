import { mountHarness } from '@site/shared/harness'
import CoursesPage from './courses/courses-page'
import SafetyPlusPage from './safety-plus/safety-plus-page'

mountHarness({
  '/courses': CoursesPage,
  '/courses/citb-ssp': SafetyPlusPage,
})
