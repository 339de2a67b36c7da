// A remote's entry uses no shared module before it is initialised.

export const installInitialConsumes = undefined
