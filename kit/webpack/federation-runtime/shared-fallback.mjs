// Shared modules have no fallback here: the host provides each of them.

export const getSharedFallbackGetter = ({ factory }) => factory
