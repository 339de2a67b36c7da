import type { Locator, Page } from '@playwright/test'
import { cardOf, cartIcon } from '../support/shop'
import { expect, open, test } from '../support/test'

const TITLE = 'CITB Health & Safety Awareness'

const main = (page: Page) => page.getByRole('main')
const announced = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words })

test('R57, R107, R125: a course is found, put into the cart and brought to the payment by its words alone', async ({
  page,
}) => {
  await open(page, '/courses')
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Safety training courses" [level=1]
      - search:
        - searchbox "Search by title or description"
      - region "Available Courses":
        - navigation "Course categories"
        - heading "Available Courses" [level=2]
        - status: 27 courses found
        - combobox "Level"
        - combobox "Sort by"
        - list
  `)
  await expect(cardOf(page, TITLE)).toMatchAriaSnapshot(`
    - listitem:
      - text: Essential
      - heading "${TITLE}" [level=3]
      - paragraph: /Site hazards and your own duties/
      - paragraph: 1 Day Beginner
      - paragraph:
        - strong: £99.00
        - text: plus VAT £119.00 with VAT
      - button "Add to Cart"
      - link "View details of ${TITLE}"
  `)
  await cardOf(page, TITLE).getByRole('button', { name: 'Add to Cart' }).press('Enter')
  await expect(announced(page, `${TITLE}`)).toHaveCount(1)

  await cartIcon(page).press('Enter')
  await page.getByRole('link', { name: 'View Cart & Checkout' }).press('Enter')
  await expect(announced(page, 'Your cart')).toHaveCount(1)
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Your cart" [level=1]
      - list "Courses in your cart":
        - listitem:
          - heading "${TITLE}" [level=2]
          - paragraph: 1 Day
          - paragraph: Unit price £99.00
          - combobox "Quantity of ${TITLE}":
            - option "1" [selected]
          - paragraph:
            - text: Line total
            - strong: £99.00
          - button "Remove ${TITLE}"
      - region "Order Summary":
        - heading "Order Summary" [level=2]
        - term: Subtotal
        - definition: £99.00
        - term: VAT (20%)
        - definition: £20.00
        - term: Total
        - definition: £119.00
        - link "Proceed to Checkout"
  `)

  await page.getByRole('link', { name: 'Proceed to Checkout' }).press('Enter')
  // A document of its own: the screen reader says its title by itself.
  await expect(page).toHaveTitle(/^Checkout/)
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Checkout" [level=1]
      - list "Progress"
      - region "Order Summary":
        - heading "Order Summary" [level=2]
        - list "Courses in your order":
          - listitem:
            - strong: ${TITLE}
        - term: Total
        - definition: £119.00
        - paragraph:
          - link "Back to Cart"
      - region "Your Information":
        - heading "Your Information" [level=2]
        - paragraph: Fields marked * are required.
        - form "Your Information":
          - textbox "First Name *"
          - textbox "Last Name *"
          - textbox "Email Address *"
      - group "Payment Method":
        - radio "Credit/Debit Card Secure payment via Stripe" [checked]
        - radio "PayPal Pay in a window of PayPal"
      - form "Enter Your Card Details":
        - heading "Enter Your Card Details" [level=3]
        - button "Pay £119.00"
  `)
})
