import type { StaffRole } from '../../config/read'
import { createStaffPages, type StaffVisitor } from './staff-pages'

/** Its name is the email address. */
export type Visitor = StaffVisitor & { role: StaffRole }

export const { Page, RefusedPage, EnterPage } = createStaffPages({
  name: 'Desk',
  base: '/desk',
  sections: {
    '/desk': 'Orders',
    '/desk/books': 'Receipts and exports',
    '/desk/company': 'Company',
    '/desk/changes': 'Changes',
  },
})
