/** Loads first: the shop's modules capture these globals when they load. */

import { Socket } from 'node:net'
import { currentActor } from './world/actors'
import { replaceClock } from './world/clock'

replaceClock()
Math.random = () => currentActor()?.random.uniform() ?? 0.5
Socket.prototype.connect = () => {
  throw new Error('The simulation has no network: something has opened a real connection')
}
