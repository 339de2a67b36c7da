import { type ComponentType, useState } from 'react'
import type { PageLoader } from './page-loader'
import type { ModuleName } from './route-modules'

type Props = { name: ModuleName; loader: PageLoader }

/** One page in the browser. Its component is chosen once per mount: a page that is shown keeps its identity. */
export function FederatedPage({ name, loader }: Props) {
  const [Page] = useState<ComponentType>(() => loader.view(name))
  return <Page />
}
