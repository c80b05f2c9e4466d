import { currentOwner, fateOf } from '@refbench/base';
import type { StateFolder } from '../storage/state-folder.ts';

/** Returns the comment of a firewall rule. It names the process that needs the rule. */
export async function ruleComment(state: StateFolder): Promise<string> {
  return `${await state.id()}/${currentOwner()}`;
}

/**
 * Returns whether a rule of the chain opens a service that nobody needs any more. Rules of other state
 * folders are judged only if their process would be seen from here.
 */
export async function isStaleRule(rule: string, state: StateFolder): Promise<boolean> {
  const [, port] = / --dport (\d+) /.exec(rule) ?? [];
  if (port === undefined) return false;
  const [, comment] = / --comment "?([^" ]+)"? /.exec(rule) ?? [];
  // Only the rules for name servers have no comment.
  if (comment === undefined) return port !== '53';
  const [, id, owner = ''] = /^([0-9a-f]{16})\/(.+)$/.exec(comment) ?? [];
  return id === (await state.id()) ? await state.hasEnded(owner) : fateOf(owner) === 'ended';
}
