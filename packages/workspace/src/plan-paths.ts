/** Folder for plans in the agent's container. The names are those of the published runs. */
export const PLAN_OUTPUT = '/output';

/** Number of plans in multiplan. */
export const PLAN_COUNT = 5;

/** Returns the paths that the agent must write: one file, or five. */
export function planPaths(phase: 'plan' | 'multiplan'): readonly string[] {
  if (phase === 'plan') return [`${PLAN_OUTPUT}/refactoring_plan.md`];
  return Array.from(
    { length: PLAN_COUNT },
    (_, index) => `${PLAN_OUTPUT}/refactoring_plans/refactoring_plan${index}.md`,
  );
}
