import { EVENTS_PATH } from '@platform/compose/headers/reload-script'
import { parseProblems, showProblems } from './show-problems'

const events = new EventSource(EVENTS_PATH)
events.addEventListener('composition', () => location.reload())
events.addEventListener('problems', ({ data }) => showProblems(document, parseProblems(data)))
