import { Block, FindBlock } from '@site/shared/block'
import { act, render, screen } from '@testing-library/react'
import { createPageModules, FederatedPage } from './federated-page'

const block = { name: 'catalog/popular-courses', props: { count: 6 } }
const Courses = ({ count = 0 }) => <p>{`The ${count} best`}</p>
const load = jest.fn()

async function showAfterNavigation() {
  const modules = createPageModules(load)
  await modules.prepare('shell/home-page', [block.name])
  const find = ({ name, props }: typeof block) => ({
    kind: 'component' as const,
    element: <FederatedPage name={name} modules={modules} props={props} />,
  })
  await act(async () =>
    render(
      <FindBlock value={(it) => find(it as typeof block)}>
        <h1>Home</h1>
        <Block block={block} fallback={<p>See all courses</p>} />
      </FindBlock>,
    ),
  )
}

describe('a block', () => {
  it('is shown with the page, by the module of its own release', async () => {
    load.mockResolvedValue({ default: Courses })
    await showAfterNavigation()
    expect(screen.getByText('The 6 best').closest('[data-boundary]')).toHaveAttribute('data-boundary', 'catalog')
  })

  it.each([
    [
      'cannot be loaded',
      () =>
        load.mockImplementation((name) =>
          name === block.name ? Promise.reject(new Error('404')) : Promise.resolve({ default: Courses }),
        ),
    ],
    [
      'throws',
      () =>
        load.mockResolvedValue({
          default: () => {
            throw new Error('a bug')
          },
        }),
    ],
  ])('leaves the page with its fallback where it %s', async (_what, breakIt) => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => {})
    breakIt()
    await showAfterNavigation()
    expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument()
    expect(screen.getByText('See all courses')).toBeInTheDocument()
    errors.mockClear()
  })

  it('shows the fallback where no release has it', () => {
    render(<Block block={block} fallback={<p>See all courses</p>} />)
    expect(screen.getByText('See all courses')).toBeInTheDocument()
  })
})
