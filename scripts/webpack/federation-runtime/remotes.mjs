// Replaces remotes named at build time: the shell registers those of the live composition.

export const remotes = () => {}
