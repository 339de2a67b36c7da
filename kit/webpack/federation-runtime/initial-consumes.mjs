// Entries use no shared module before `init`.

export const installInitialConsumes = undefined
