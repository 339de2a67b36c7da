export function refuseVagueTypes(files: Readonly<Record<string, string>>): void
