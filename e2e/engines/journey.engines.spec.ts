import { test } from '@playwright/test'
import { engines } from './engines'
import { journey } from './journey'

for (const { name, open } of engines) {
  test(`${name}: the buyer's journey, from the film to the thanks`, async ({ baseURL }) => {
    const visitor = await open()
    test.info().annotations.push({ type: 'engine', description: visitor.version })
    try {
      for (const [step, take] of journey(baseURL ?? '')) await test.step(step, () => take(visitor))
    } finally {
      await visitor.close()
    }
  })
}
