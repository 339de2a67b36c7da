import { render, screen } from '@testing-library/react'
import { memo } from 'react'
import { findComponent, handlerOf, packageOf } from './react-owner'

const SCRIPT = '/assets/catalog/courses-page.0123abcd.js'
const handleClick = () => document.title.concat('clicked')
const handleSubmit = () => document.title.concat('submitted')

function Card() {
  return (
    <form onSubmit={handleSubmit}>
      <button type="button" onClick={handleClick}>
        <b>Add</b>
      </button>
      <input aria-label="Quantity" />
    </form>
  )
}
const Remembered = memo(Card)

/** The page's scripts, as the browser has them. */
function serve(text: string, address = SCRIPT): void {
  const resource = { name: window.location.origin + address } as PerformanceEntry
  performance.getEntriesByType = (type: string) => (type === 'resource' ? [resource] : [])
  window.fetch = async () => ({ ok: true, text: async () => text }) as Response
}

beforeEach(() => {
  render(
    <main>
      <h1>Around</h1>
      <div data-boundary="catalog">
        <Remembered />
      </div>
    </main>,
  )
})

it('knows the package whose page an element is in', () => {
  expect(packageOf(screen.getByText('Add'))).toBe('catalog')
  expect(packageOf(screen.getByText('Around'))).toBe('shell')
})

// React promises none of it: a version that notes things elsewhere would be noticed here.
it('finds what React calls for an event, from the element upwards, and then what else may follow', () => {
  expect(handlerOf(screen.getByText('Add'), ['click'])).toEqual({
    code: handleClick,
    element: screen.getByRole('button'),
  })
  expect(handlerOf(screen.getByLabelText('Quantity'), ['keydown', 'submit'])?.code).toBe(handleSubmit)
  expect(handlerOf(screen.getByText('Around'), ['click', 'submit'])).toBeUndefined()
})

it('finds the component of an element in the scripts of its package, by the text of its function', async () => {
  serve(`/* 1 */\nlet a=0,${Card.toString()};`)
  expect(await findComponent(screen.getByText('Add'))).toBe(`${SCRIPT}:2:9`)
})

it('charges nothing where no script of the package has it, or one has it twice', async () => {
  const other = SCRIPT.replace('0123', '4567')
  serve(`${Card};${Card}`, other)
  expect(await findComponent(screen.getByText('Add'))).toBeUndefined()
  serve(String(Card), SCRIPT.replace('catalog', 'content'))
  expect(await findComponent(screen.getByText('Add'))).toBeUndefined()
})
