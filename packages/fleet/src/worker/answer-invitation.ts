import type { Worker } from '../protocol/messages.ts';
import { CoordinatorClient } from '../protocol/coordinator-client.ts';
import { workOn, type WorkEnd, type WorkOptions } from './work-on.ts';

/** Tells a worker where a run has work. */
export interface Invitation {
  readonly run: string;
  readonly url: string;
  readonly secret: string;
  readonly ca?: string | undefined;
}

/** `later`: ask again after some milliseconds. `over`: this invitation is of no more use. */
export type InvitationEnd =
  | { readonly kind: 'over' }
  | { readonly kind: 'later'; readonly ms: number };

/** After an answer of this kind, another worker should see the invitation first. */
const REFUSED_MS = 30_000;
const UNREACHABLE_MS = 5000;

export interface WorkerOptions extends Omit<WorkOptions, 'coordinator'> {
  readonly worker: Worker;
  /** Receives one sentence per attempt. */
  readonly say: (message: string) => void;
}

/** Asks the run of an invitation for an attempt, and makes it. */
export async function answerInvitation(
  invitation: Invitation,
  options: WorkerOptions,
): Promise<InvitationEnd> {
  const { run, url, secret, ca } = invitation;
  const { worker, say } = options;
  const answer = await new CoordinatorClient({ url, token: secret, ca }).claim(worker);
  if (answer.kind === 'unreachable') {
    say(`${run}: ${url} does not answer: ${answer.reason}`);
    return { kind: 'later', ms: UNREACHABLE_MS };
  }
  // The run was started again, with another secret.
  if (answer.kind === 'lost') return { kind: 'over' };
  if (answer.kind === 'refused') {
    say(`${run}: ${answer.reason}`);
    return { kind: 'later', ms: REFUSED_MS };
  }
  const claim = answer.value;
  switch (claim.kind) {
    case 'finished':
      return { kind: 'over' };
    case 'wait':
      return { kind: 'later', ms: claim.ms };
    case 'refused':
      say(`${run}: ${claim.reason}`);
      return { kind: 'later', ms: REFUSED_MS };
    case 'granted': {
      const { instance, agent, repeat } = claim.cell;
      const name = `${run}: ${agent} on ${instance}${repeat === 1 ? '' : ` (repeat ${repeat})`}`;
      say(`${name} begins`);
      const end = await workOn(claim, { ...options, coordinator: { url, ca } });
      say(`${name} ${describeEnd(end)}`);
      return { kind: 'over' };
    }
  }
}

function describeEnd(end: WorkEnd): string {
  switch (end.kind) {
    case 'delivered':
      return 'is delivered';
    case 'released':
      return `was given back: ${end.why.reason}`;
    case 'lost':
      return `does not count: ${end.reason}`;
  }
}
