// In place of the runtime's preloading: the page's loader preloads what its release names.

export const defaultPreloadArgs = () => ({})
export const formatPreloadArgs = () => []
export const normalizePreloadExposes = () => []
export const preloadAssets = async () => []
