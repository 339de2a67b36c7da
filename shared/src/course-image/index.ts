/** The picture of a course, used by the listing and by the cart (R65, R66). */
export { CourseImage } from './course-image'
