// Replaces the runtime's preloading: the page preloads what its release names.

export const defaultPreloadArgs = () => ({})
export const formatPreloadArgs = () => []
export const normalizePreloadExposes = () => []
export const preloadAssets = async () => []
