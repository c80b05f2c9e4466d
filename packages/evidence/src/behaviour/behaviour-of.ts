import type { Activity, Behaviour } from '../schema/behaviour.ts';
import type { BehaviourInput } from './behaviour-input.ts';
import { activitiesOf, changesFiles, filesReadBy } from './command-table.ts';
import { failureModes } from './failure-modes.ts';
import { shellCommands } from './shell-commands.ts';
import { hasFailed, toolUseOf } from './tool-calls.ts';

/** Describes what an agent did; null if its client left no steps. */
export function behaviourOf(input: BehaviourInput): Behaviour | null {
  const own = input.steps.filter(({ source }) => source === 'agent');
  if (own.length === 0) return null;
  const counts = { tests: 0, build: 0, linter: 0, 'bulk-substitution': 0, search: 0 };
  const read = new Set<string>();
  const edited = new Set<string>();
  let [toolCalls, failedCalls] = [0, 0];
  let firstEdit: number | undefined;
  for (const [index, step] of own.entries()) {
    for (const call of step.tool_calls ?? []) {
      toolCalls += 1;
      if (hasFailed(step, call)) failedCalls += 1;
      const use = toolUseOf(call);
      const commands = shellCommands(use.command);
      const activities = new Set<Activity>(commands.flatMap(activitiesOf));
      if (use.kind === 'search') activities.add('search');
      for (const activity of activities) counts[activity] += 1;
      for (const file of [
        ...(use.kind === 'read' ? use.files : []),
        ...commands.flatMap(filesReadBy),
      ]) {
        read.add(relative(file));
      }
      if (use.kind === 'edit') for (const file of use.files) edited.add(relative(file));
      if (use.kind === 'edit' || commands.some(changesFiles)) firstEdit ??= index;
    }
  }
  const behaviour: Omit<Behaviour, 'failureModes'> = {
    steps: own.length,
    toolCalls,
    activities: counts,
    filesRead: read.size,
    filesEdited: edited.size,
    firstEditStep: firstEdit === undefined ? null : (own[firstEdit]?.step_id ?? null),
    firstEditShare: firstEdit === undefined ? null : firstEdit / own.length,
    failedCalls,
    ending: input.record?.outcome.kind ?? 'unfinished',
  };
  return { ...behaviour, failureModes: [...failureModes(input, behaviour, edited)] };
}

/** Clients name files with or without the folder of the tree. */
function relative(file: string): string {
  return file.replace(/^\/testbed\//, '').replace(/^\.\//, '');
}
