import { hydratePage, renderPage, translatePage } from '@site/shared/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ContactPage from './contact-page'

let log: jest.SpyInstance
let request: jest.Mock

beforeEach(() => {
  log = jest.spyOn(console, 'log').mockImplementation(() => {})
  request = jest.fn()
  Object.assign(globalThis, { fetch: request })
})

const field = (name: string) => screen.getByRole('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }))

describe('contact page', () => {
  it('R85: gives address, hours, phone, e-mail, company name and registration number', () => {
    renderPage(<ContactPage />)
    const details = within(screen.getByRole('region', { name: 'Our details' }))
    const facts = details.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(Object.fromEntries(facts)).toEqual({
      Address: '1 Example Street, London, EC1A 1AA, United Kingdom',
      'Opening hours': '09:00 to 17:00',
      Phone: '020 7946 0123',
      Email: 'hello@example.com',
      Company: 'Safety Training Partners Ltd',
      'Registration number': '00000000',
    })
  })

  it('R86, R87: has the six fields, four of them required, and says that the form needs scripts', async () => {
    const { html } = await hydratePage(() => import('./contact-page'))
    expect(html).toContain('This form needs JavaScript')
    const fields = screen.getAllByRole('textbox')
    const names = fields.map((element) => element.getAttribute('name'))
    expect(names.join()).toBe('firstName,lastName,email,phone,company,message')
    expect(fields.map((element) => element.hasAttribute('required'))).toEqual([true, true, true, false, false, true])
    expect(field('Email Address *')).toHaveAttribute('type', 'email')
  })

  // A translator takes texts out of the page; an error that went had the page crash.
  it('R87: names other errors in a translated page', async () => {
    renderPage(<ContactPage />)
    for (const [name, left] of [
      ['First Name *', 3],
      ['Last Name *', 2],
    ] as const) {
      translatePage()
      await userEvent.type(screen.getByRole('textbox', { name }), 'Ada')
      await send()
      expect(within(screen.getByRole('alert')).getAllByRole('link')).toHaveLength(left)
    }
  })

  it('R87, D-37: lists what is missing in a summary that takes the focus, and beside each field', async () => {
    renderPage(<ContactPage />)
    await userEvent.type(field('Last Name *'), 'Byron')
    await userEvent.type(field('Email Address *'), 'ada')
    await send()
    const summary = screen.getByRole('alert', { name: 'There is a problem' })
    expect(summary).toHaveFocus()
    const problems = within(summary).getAllByRole('link')
    expect(problems.map((link) => link.textContent)).toEqual([
      'Please fill in the First Name field',
      'Please enter a valid email address',
      'Please fill in the Message field',
    ])
    expect(field('First Name *')).toHaveAccessibleDescription('Please fill in the First Name field')
    expect(field('First Name *')).toBeInvalid()
    expect(field('Last Name *')).toHaveValue('Byron')
    expect(field('Last Name *')).not.toHaveAttribute('aria-invalid')
    await waitFor(() => expect(document.title).toBe('Error: Contact | Safety Training Partners'))
    await userEvent.click(within(summary).getByRole('link', { name: 'Please enter a valid email address' }))
    expect(field('Email Address *')).toHaveFocus()
    expect(log).not.toHaveBeenCalled()
  })

  it('R88, D-23, D-37: mended, only logs the message, claims no delivery, names other ways and keeps the form', async () => {
    renderPage(<ContactPage />)
    await send()
    await userEvent.type(field('First Name *'), 'Ada')
    await userEvent.type(field('Last Name *'), 'Byron')
    await userEvent.type(field('Email Address *'), 'ada@example.com')
    await userEvent.type(field('Message *'), 'Which course?')
    await send()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('First Name *')).not.toHaveAttribute('aria-invalid')
    expect(log).toHaveBeenCalledWith(
      'Contact form',
      expect.objectContaining({ firstName: 'Ada', message: 'Which course?' }),
    )
    const status = screen.getByRole('status')
    expect(status).toHaveFocus()
    expect(status).toHaveTextContent(/It is still on this page/)
    expect(status).not.toHaveTextContent(/\b(sent|delivered|received)\b/)
    expect(within(status).getByRole('link', { name: '020 7946 0123' })).toBeVisible()
    for (const name of [/hello@example.com/, /WhatsApp/]) {
      const link = within(status).getByRole('link', { name })
      expect(link).toHaveAttribute('href', expect.stringContaining('Which%20course%3F'))
    }
    expect(field('Message *')).toHaveValue('Which course?')
    expect(request).not.toHaveBeenCalled()
  })

  // The map was once an invented grid until a button had fetched another company's.
  it('R89, D-24: has three info blocks, and a map of its own origin with a plain link beside it', () => {
    renderPage(<ContactPage />)
    const blocks = within(screen.getByRole('region', { name: 'More ways to get help' }))
    expect(blocks.getAllByRole('heading')).toHaveLength(3)
    expect(screen.getByTitle(/^Map of 1 Example Street/)).toHaveAttribute('src', '/map')
    expect(screen.getByRole('link', { name: /full map on OpenStreetMap/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/?mlat=51.5202&mlon=-0.0979#map=17/51.5202/-0.0979',
    )
  })
})
