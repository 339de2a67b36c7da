import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { installDialog } from '../testing/dialog'
import { Dialog } from './dialog'

installDialog()

it('R74: stays open when the click is inside, or only ends on the overlay', async () => {
  const handleClose = jest.fn()
  render(
    <Dialog title="Privacy policy" onClose={handleClose}>
      <p>The full text</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Privacy policy' })
  await userEvent.click(screen.getByText('The full text'))
  fireEvent.pointerDown(screen.getByText('The full text'))
  fireEvent.click(dialog)
  expect(handleClose).not.toHaveBeenCalled()
  await userEvent.click(dialog)
  expect(handleClose).toHaveBeenCalledTimes(1)
})
