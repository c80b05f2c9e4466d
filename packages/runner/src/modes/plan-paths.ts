/** The folder for plans in the agent's container; the names are those of the published runs. */
export const PLAN_OUTPUT = '/output';

/** Plans in multiplan. */
export const PLAN_COUNT = 5;

/** Where the agent has to write: one file, or five. */
export function planPaths(phase: 'plan' | 'multiplan'): readonly string[] {
  if (phase === 'plan') return [`${PLAN_OUTPUT}/refactoring_plan.md`];
  return Array.from(
    { length: PLAN_COUNT },
    (_, index) => `${PLAN_OUTPUT}/refactoring_plans/refactoring_plan${index}.md`,
  );
}
