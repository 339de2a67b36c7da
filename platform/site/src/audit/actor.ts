import { hostname } from 'node:os'
import { userName } from '@platform/base/lease/lease-owner'
import type { Actor } from '../model/audit-entry'

/**
 * Who calls a command: the CI run that the environment names (GitHub Actions, GitLab, or any that sets `CI` and
 * `BUILD_ID` as Jenkins does), else the system's user.
 */
export function actorOf(environment: NodeJS.ProcessEnv): Actor {
  const { GITHUB_ACTOR, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITLAB_USER_LOGIN, CI_PROJECT_PATH, CI_JOB_ID } = environment
  const host = hostname()
  if (environment.GITHUB_ACTIONS === 'true' && GITHUB_ACTOR) {
    return { kind: 'ci', name: GITHUB_ACTOR, host, run: runOf(GITHUB_REPOSITORY, GITHUB_RUN_ID) }
  }
  if (environment.GITLAB_CI === 'true' && GITLAB_USER_LOGIN) {
    return { kind: 'ci', name: GITLAB_USER_LOGIN, host, run: runOf(CI_PROJECT_PATH, CI_JOB_ID) }
  }
  if (environment.CI && environment.BUILD_ID) {
    return { kind: 'ci', name: userName(), host, run: runOf(environment.JOB_NAME, environment.BUILD_ID) }
  }
  return { kind: 'user', name: userName(), host }
}

/** The site itself, for what nobody asked for, such as an automatic rollback. */
export function originActor(): Actor {
  return { kind: 'origin', name: 'origin', host: hostname() }
}

function runOf(project: string | undefined, run: string | undefined): string {
  return `${project ?? 'unknown project'}, run ${run ?? 'unknown'}`
}
