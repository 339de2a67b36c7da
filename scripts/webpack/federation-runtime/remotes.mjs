// In place of remotes named at build time: the shell registers those of the live composition when a page starts.

export const remotes = () => {}
