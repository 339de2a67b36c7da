import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { CallToAction } from './call-to-action'
import { Hero } from './hero'
import { JoinOurTeam } from './join-our-team'
import { Services } from './services'
import { Statistics } from './statistics'

export default function HomePage() {
  return (
    <>
      <PageHead
        title="Safety training for construction, food and health teams"
        description="Book construction, health and safety, food safety and first aid courses, in the classroom or online, for yourself or for your company."
        path={paths.home}
      />
      <Hero />
      <Services />
      <Statistics />
      <JoinOurTeam />
      <CallToAction />
    </>
  )
}
