/**
 * Spreads the attempts of a run over several hosts: one coordinator with the plan, the money and the
 * results, and workers with the containers.
 *
 * @module @refbench/fleet
 */

export { coordinateRun, type CoordinateOptions } from './coordinator/coordinate-run.ts';
export type { ListenOptions } from './coordinator/coordinator-server.ts';
export type { Announcer } from './protocol/announcer.ts';
export { remoteGateway } from './gateway/remote-gateway.ts';
export {
  answerInvitation,
  type Invitation,
  type InvitationEnd,
  type WorkerOptions,
} from './worker/answer-invitation.ts';
export { CoordinatorClient } from './protocol/coordinator-client.ts';
export type { CellEnd, LeaseLine } from './protocol/lease-line.ts';
export { AttemptPool } from './worker/attempt-pool.ts';
export { readLeases } from './worker/read-leases.ts';
export { localWorkers, type EngineSlots } from './worker/local-workers.ts';
