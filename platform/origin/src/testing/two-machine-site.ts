import type { Databases } from '@platform/base/testing/postgres-server'
import { catalogFixture, type Fixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { connectStore } from '@platform/site/store/postgres/connect-store'
import { createTestSite } from '@platform/site/testing/test-site'
import { createOperator, startMachine } from './machines'
import { until } from './test-origin'

export type SharedSite = Awaited<ReturnType<typeof startSharedSite>>

/** Another catalog, whose page and entry say `text`. */
export function nextCatalog(version: string, text: string): Fixture {
  return catalogFixture({
    version,
    content: {
      'server/courses-page.cjs': pageBundle(`'<h1>${text}</h1>'`),
      'client/remote-entry.js': `var catalog = '${text}'`,
    },
  })
}

/** A site in a database of its own with two origins and two operators; composition 1 is live at both origins. */
export async function startSharedSite(postgres: Pick<Databases, 'createDatabase'>) {
  const url = await postgres.createDatabase()
  const store = connectStore(url)
  const site = await createTestSite()
  const ada = await createOperator(url, site, 'ada')
  const bob = await createOperator(url, site, 'bob')
  const machines = [await startMachine(url), await startMachine(url)]
  const untilLive = (number: number) => until(() => machines.every((machine) => machine.live() === number))
  await ada.settle()
  await ada.publish(hostFixture())
  await ada.publish(catalogFixture())
  await ada.activate({ shell: 'latest', catalog: 'latest' })
  await untilLive(1)
  return {
    url,
    store,
    site,
    ada,
    bob,
    /** A test may start one again in its place. */
    machines,
    untilLive,
    /** Takes in another catalog, see `nextCatalog`. */
    publishNext: (operator: typeof ada, version: string, text: string) => operator.publish(nextCatalog(version, text)),
    async remove(): Promise<void> {
      for (const machine of machines) {
        await machine.close()
        await machine.remove()
      }
      for (const operator of [ada, bob]) await operator.remove()
      await store.close()
      await site.remove()
    },
  }
}
