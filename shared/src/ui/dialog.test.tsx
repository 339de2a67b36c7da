import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { installDialog } from '../testing/dialog'
import { Dialog } from './dialog'

installDialog()

function Example() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Privacy policy" onClose={() => setIsOpen(false)} footer={<a href="/cart">View cart</a>}>
          <p>The full text</p>
        </Dialog>
      )}
    </>
  )
}

async function openExample() {
  render(<Example />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, dialog: screen.getByRole('dialog', { name: 'Privacy policy' }) }
}

const expectClosed = () => {
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
}

describe('Dialog', () => {
  it('R91: opens as a modal with its title, text and footer, and takes the focus', async () => {
    const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal')
    const { dialog } = await openExample()
    expect(showModal).toHaveBeenCalledTimes(1)
    expect(dialog).toContainElement(screen.getByText('The full text'))
    expect(dialog).toContainElement(screen.getByRole('link', { name: 'View cart' }))
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  })

  it('R74: closes by the close button and gives the focus back', async () => {
    const { user } = await openExample()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expectClosed()
  })

  it('R74: stays open when the click is inside, or only ends on the overlay', async () => {
    const { user, dialog } = await openExample()
    await user.click(screen.getByText('The full text'))
    fireEvent.pointerDown(screen.getByText('The full text'))
    fireEvent.click(dialog)
    expect(dialog).toBeInTheDocument()
  })
})
