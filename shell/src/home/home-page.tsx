import { company } from '@site/shared/company'
import { CallToAction } from './call-to-action'
import { Hero } from './hero'
import { JoinOurTeam } from './join-our-team'
import { Services } from './services'
import { Statistics } from './statistics'

/** `/` (R41–R49). */
export default function HomePage() {
  return (
    <>
      <title>{`Safety training for construction, food and health teams | ${company.shortName}`}</title>
      <meta
        name="description"
        content="Book construction, health and safety, food safety and first aid courses, in the classroom or online, for yourself or for your company."
      />
      <Hero />
      <Services />
      <Statistics />
      <JoinOurTeam />
      <CallToAction />
    </>
  )
}
