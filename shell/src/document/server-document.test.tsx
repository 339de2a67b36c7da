import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { hydrateRoot, type RootOptions } from 'react-dom/client'
import { renderToString } from 'react-dom/server.node'
import { DocumentBoundary, PageBoundary } from '../layout/page-boundary'
import * as kept from './server-document'
import { ROOT_ID, START_EVENT } from './start-event'

function Form() {
  return (
    <form>
      <input name="email" type="email" />
      <textarea name="message" defaultValue="" />
      <select name="sort" defaultValue="a">
        <option>a</option>
        <option>b</option>
      </select>
      <input name="news" type="checkbox" />
      <details suppressHydrationWarning>
        <summary>More</summary>
      </details>
    </form>
  )
}

let container: HTMLElement
const repaired = jest.fn()

function serve(page: ReactNode): void {
  document.body.innerHTML = `<div id="${ROOT_ID}">${renderToString(page)}</div>`
  container = document.getElementById(ROOT_ID) as HTMLElement
}

async function hydrate(page: ReactNode, options: RootOptions = {}): Promise<void> {
  kept.keepServerDocument(container, container.querySelector('[data-boundary]'))
  await act(async () => void hydrateRoot(container, page, options))
}

async function fillIn(): Promise<void> {
  const user = userEvent.setup()
  await user.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'ada@example.com')
  await user.selectOptions(screen.getByRole('combobox'), 'b')
  await user.click(screen.getByRole('checkbox'))
  container.querySelector('details')?.setAttribute('open', '')
  await user.type(screen.getAllByRole('textbox')[1] as HTMLElement, 'Which course?{ArrowLeft}')
}

function alter(): void {
  for (const it of container.querySelectorAll('input, textarea')) it.after(document.createElement('div'))
  container.prepend(document.createElement('div'))
  container.querySelector('summary')?.replaceChildren(document.createElement('font'))
}

function expectFilled(): void {
  const [email, message] = screen.getAllByRole('textbox') as HTMLTextAreaElement[]
  expect(email).toHaveValue('ada@example.com')
  expect(message).toHaveValue('Which course?')
  expect(message).toHaveFocus()
  expect(message?.selectionStart).toBe(12)
  expect(screen.getByRole('combobox')).toHaveValue('b')
  expect(screen.getByRole('checkbox')).toBeChecked()
  expect(container.querySelector('details')).toHaveAttribute('open')
}

function record(): { changes: MutationRecord[]; observer: MutationObserver } {
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  observer.observe(document.body, { childList: true, subtree: true, characterDataOldValue: true })
  return { changes, observer }
}

// Nodes that React had rendered itself were taken back when a module came, and its next change failed.
it.each(['before the module came', 'after the page was interactive'])(
  'P3: leaves what React changed %s',
  async (when) => {
    serve(<PageBoundary module="catalog/courses-page">the course list</PageBoundary>)
    const watched = record()
    Object.assign(window, { [START_EVENT]: watched })
    await jest.isolateModulesAsync(async () => {
      const { forgetServerDocument, keepServerDocument, takeBackChanges } = await import('./server-document')
      const part = container.querySelector('[data-boundary]') as HTMLElement
      keepServerDocument(container, part)
      part.replaceChildren('rendered by React')
      watched.changes.push(...watched.observer.takeRecords())
      if (when === 'after the page was interactive') forgetServerDocument()
      takeBackChanges(part)
      expect(part.textContent).toBe('rendered by React')
    })
  },
)

// Typed text was lost, with the focus, where an extension had changed the page before hydration.
it('P3: takes back what something else changed before hydration, so that no field is made anew', async () => {
  serve(<Form />)
  Object.assign(window, { [START_EVENT]: record() })
  await jest.isolateModulesAsync(async () => {
    const { takeBackChanges, wasAltered } = await import('./server-document')
    expect(wasAltered()).toBe(false)
    await fillIn()
    alter()
    takeBackChanges(container)
    expect(wasAltered()).toBe(true)
  })
  await hydrate(<Form />, { onRecoverableError: repaired })
  expect(repaired).not.toHaveBeenCalled()
  expectFilled()
})

it('P3: gives values, choices, selection, focus and open parts to what React had to make anew', async () => {
  serve(<Form />)
  await fillIn()
  alter()
  await hydrate(<Form />, { onRecoverableError: () => kept.restoreState(container) })
  expect(container.querySelector('div')).toBeNull()
  expectFilled()
})

const Broken = () => {
  if (container.isConnected) throw new Error('too old')
  return <p>the course list</p>
}

// A browser without a built-in that the listing used showed an error over good HTML.
it('R10: a crash in the frame before it is interactive leaves what the server sent', async () => {
  const frame = (
    <DocumentBoundary>
      <Broken />
    </DocumentBoundary>
  )
  container = document.createElement('div')
  serve(frame)
  const caught = jest.fn()
  await hydrate(frame, { onCaughtError: caught, onRecoverableError: () => {} })
  expect(caught).toHaveBeenCalled()
  expect(screen.getByText('the course list')).toBeVisible()
})
