/** Used by the listing and the cart (R65, R66). */
export { CourseImage } from './course-image'
