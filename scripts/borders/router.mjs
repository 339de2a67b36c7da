/** The router is reached through the navigation façade; only the places in borders.json build one. */
export function findRouterImports({ files, settings: { routerUsers = [] } }) {
  return files
    .filter(({ path }) => !routerUsers.some((place) => path.startsWith(place)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ request }) => /^react-router(-dom)?(\/|$)/.test(request))
        .map(({ request }) => `${path}: import from @site/shared/navigation instead of ${request}`),
    )
}
