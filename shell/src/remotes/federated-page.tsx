import { type ComponentType, useState } from 'react'
import type { PageModules } from './page-modules'
import type { ModuleName } from './route-modules'

type Props = { name: ModuleName; modules: PageModules }

/** Chosen once per mount: a page that is shown keeps its identity. */
export function FederatedPage({ name, modules }: Props) {
  const [Page] = useState<ComponentType>(() => modules.view(name))
  return <Page />
}
