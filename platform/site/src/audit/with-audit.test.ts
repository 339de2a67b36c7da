import { actorOf } from './with-audit'

it.each([
  [{}, { kind: 'user' }],
  [
    { GITHUB_ACTIONS: 'true', GITHUB_ACTOR: 'ada', GITHUB_REPOSITORY: 'acme/catalog', GITHUB_RUN_ID: '4711' },
    { kind: 'ci', name: 'ada', run: 'acme/catalog, run 4711' },
  ],
  [
    { GITLAB_CI: 'true', GITLAB_USER_LOGIN: 'bob', CI_PROJECT_PATH: 'acme/catalog', CI_JOB_ID: '12' },
    { kind: 'ci', name: 'bob', run: 'acme/catalog, run 12' },
  ],
  [
    { CI: '1', BUILD_ID: '7', JOB_NAME: 'release' },
    { kind: 'ci', run: 'release, run 7' },
  ],
])('the environment %j says who acts', (environment, expected) => {
  expect(actorOf(environment)).toMatchObject(expected)
})
